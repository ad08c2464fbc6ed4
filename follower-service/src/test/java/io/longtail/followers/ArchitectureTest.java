package io.longtail.followers;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * {@code rest | kafka | mongo → root package → edgelist → java.*}. A rule that selects no class
 * fails, which is ArchUnit's default.
 */
@AnalyzeClasses(
    packages = "io.longtail.followers",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String ROOT = "io.longtail.followers";
  private static final String CORE = ROOT + ".edgelist..";
  private static final String REST = ROOT + ".rest..";
  private static final String KAFKA = ROOT + ".kafka..";
  private static final String MONGO = ROOT + ".mongo..";

  @ArchTest
  static final ArchRule theCoreKnowsOnlyTheJdk =
      classes()
          .that()
          .resideInAPackage(CORE)
          .should()
          .onlyDependOnClassesThat(resideInAPackage(CORE).or(resideInAPackage("java..")));

  @ArchTest
  static final ArchRule theCoreKnowsNoClockThreadOrInput =
      noClasses()
          .that()
          .resideInAPackage(CORE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.time..", "java.io..", "java.nio..", "java.util.concurrent..");

  @ArchTest
  static final ArchRule theRootKnowsNoAdapterAndNoTechnologyOfOne =
      noClasses()
          .that()
          .resideInAPackage(ROOT)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              REST,
              KAFKA,
              MONGO,
              "com.mongodb..",
              "org.bson..",
              "org.apache.kafka..",
              "io.longtail.service..",
              "jakarta.ws.rs..");

  @ArchTest static final ArchRule restKnowsNoOtherAdapter = knowsNone(REST, KAFKA, MONGO);

  @ArchTest static final ArchRule kafkaKnowsNoOtherAdapter = knowsNone(KAFKA, REST, MONGO);

  @ArchTest static final ArchRule mongoKnowsNoOtherAdapter = knowsNone(MONGO, REST, KAFKA);

  private static ArchRule knowsNone(String adapter, String... others) {
    return noClasses()
        .that()
        .resideInAPackage(adapter)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others);
  }
}
