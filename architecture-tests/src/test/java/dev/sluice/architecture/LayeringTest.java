package dev.sluice.architecture;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The layering that the module descriptors cannot express, or that a class path would let through. A rule about a
 * module without classes holds.
 */
class LayeringTest {

    private static final String[] API = {
        "dev.sluice", "dev.sluice.async..", "dev.sluice.device..", "dev.sluice.engine..", "dev.sluice.expression.."
    };
    private static final String SPI = "dev.sluice.spi..";
    private static final String RUNTIME = "dev.sluice.runtime..";
    private static final String BACKENDS = "dev.sluice.backend..";
    private static final String CPU = "dev.sluice.backend.cpu..";
    private static final String CUDA = "dev.sluice.backend.cuda..";
    private static final String LWJGL_BINDING = "dev.sluice.backend.cuda.lwjgl..";

    /** Fully qualified names of the classes that may block a thread by sleeping, each with a reason beside it. */
    private static final Set<String> MAY_SLEEP = Set.of();

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.sluice");

    @Test
    void classesAreFound() {
        assertTrue(
                CLASSES.stream().anyMatch(resideInAnyPackage(API)),
                "no class of the API on the class path: every other rule here would hold for nothing");
    }

    @Test
    void apiDependsOnTheJdkOnly() {
        holds(classes()
                .that(resideInAnyPackage(API))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(API).or(resideInAnyPackage("java..", "org.jspecify.."))));
    }

    @Test
    void spiDependsOnTheApiAndLoggingOnly() {
        holds(classes()
                .that(resideInAnyPackage(SPI))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(API)
                        .or(resideInAnyPackage(SPI, "java..", "org.jspecify..", "org.slf4j.."))));
    }

    @Test
    void backendsDoNotKnowTheRuntime() {
        holds(noClasses().that(resideInAnyPackage(BACKENDS)).should().dependOnClassesThat(resideInAnyPackage(RUNTIME)));
    }

    @Test
    void backendsDoNotKnowEachOther() {
        holds(slices().matching("dev.sluice.backend.(*)..").should().notDependOnEachOther());
    }

    @Test
    void runtimeKnowsNoBackend() {
        holds(noClasses().that(resideInAnyPackage(RUNTIME)).should().dependOnClassesThat(resideInAnyPackage(BACKENDS)));
    }

    @Test
    void jnaStaysInTheNativeBackends() {
        holds(noClasses().that(not(CPU, CUDA)).should().dependOnClassesThat(resideInAnyPackage("com.sun.jna..")));
    }

    @Test
    void lwjglStaysInItsBinding() {
        holds(noClasses().that(not(LWJGL_BINDING)).should().dependOnClassesThat(resideInAnyPackage("org.lwjgl..")));
    }

    @Test
    void nothingSleeps() {
        DescribedPredicate<JavaClass> mayNotSleep =
                DescribedPredicate.describe("may not sleep", c -> !MAY_SLEEP.contains(c.getFullName()));
        holds(noClasses()
                .that(mayNotSleep)
                .should()
                .callMethodWhere(target(name("sleep"))
                        .and(target(owner(JavaClass.Predicates.assignableTo(Thread.class)))
                                .or(target(owner(JavaClass.Predicates.assignableTo(TimeUnit.class)))))));
    }

    private static void holds(ArchRule rule) {
        rule.allowEmptyShould(true).check(CLASSES);
    }

    private static DescribedPredicate<JavaClass> not(String... packages) {
        return DescribedPredicate.not(resideInAnyPackage(packages));
    }
}
