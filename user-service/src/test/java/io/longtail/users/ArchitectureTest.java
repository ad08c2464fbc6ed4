package io.longtail.users;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Dependencies run one way: {@code rest | kafka | mongo → root → profile → java}. A rule that
 * selects nothing fails, which is the default of the library and is checked here as well.
 */
class ArchitectureTest {
  private static final String ROOT = "io.longtail.users";
  private static final JavaClasses SERVICE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  @Test
  void theProfileKnowsOnlyJava() {
    classes()
        .that(resideInAPackage(ROOT + ".profile"))
        .should()
        .onlyDependOnClassesThat(resideInAnyPackage("java..", ROOT + ".profile"))
        .check(SERVICE);
  }

  @Test
  void theStoryKnowsNoDatabaseNoBrokerAndNoWeb() {
    classes()
        .that(resideInAPackage(ROOT))
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                "java..",
                ROOT,
                ROOT + ".profile",
                "io.longtail.events",
                // how Composition puts the parts together
                "jakarta.inject..",
                "jakarta.enterprise.inject..",
                "org.eclipse.microprofile.config.."))
        .check(SERVICE);
  }

  @ParameterizedTest
  @CsvSource({"rest, kafka, mongo", "kafka, mongo, rest", "mongo, rest, kafka"})
  void adaptersDoNotUseEachOther(String adapter, String other, String third) {
    noClasses()
        .that(resideInAPackage(ROOT + "." + adapter + ".."))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(ROOT + "." + other + "..", ROOT + "." + third + ".."))
        .check(SERVICE);
  }

  @Test
  void onlyTheMongoAdapterKnowsTheDriver() {
    noClasses()
        .that(resideInAnyPackage(ROOT, ROOT + ".profile", ROOT + ".rest..", ROOT + ".kafka.."))
        .should()
        .dependOnClassesThat(resideInAnyPackage("com.mongodb..", "org.bson.."))
        .check(SERVICE);
  }

  @Test
  void aRuleThatSelectsNothingFails() {
    ArchRule rule =
        classes()
            .that(resideInAPackage(ROOT + ".nowhere"))
            .should()
            .onlyDependOnClassesThat(resideInAPackage("java.."));

    assertThatThrownBy(() -> rule.check(SERVICE)).isInstanceOf(AssertionError.class);
  }
}
