package dev.sluice.backend.cpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.spi.MapProgram;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MapKernelTest {
    private static final int PROGRAMS = 250;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRandomProgramOverARandomPlanComputesWhatItsTreeSays(boolean vector) {
        try (KernelFixture fixture = new KernelFixture(vector)) {
            for (long seed = 0; seed < PROGRAMS; seed++) {
                RandomGenerator random = new SplittableRandom(seed);
                MapProgram program = RandomPrograms.map(random);
                RandomPlans plans = RandomPlans.map(random, program.outputs().size(), program.operands(), 600);
                check(fixture, program, plans, random, "seed " + seed);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyOperatorOnEveryTypeComputesItsScalarFunction(boolean vector) {
        try (KernelFixture fixture = new KernelFixture(vector)) {
            RandomPrograms.everyOperator().forEach(program -> {
                RandomGenerator random = new SplittableRandom(program.toString().hashCode());
                RandomPlans plans = RandomPlans.map(random, 1, program.operands(), 300);
                check(fixture, program, plans, random, program.toString());
            });
        }
    }

    private static void check(
            KernelFixture fixture, MapProgram program, RandomPlans plans, RandomGenerator random, String name) {
        try (Arena arena = Arena.ofConfined()) {
            Elements[] actual = new Elements[program.operands()];
            Elements[] expected = new Elements[program.operands()];
            for (int k = 0; k < actual.length; k++) {
                actual[k] = Elements.allocate(arena, program.operandType(k), plans.sizes[k]);
                actual[k].randomize(random);
                expected[k] = actual[k].copy(arena);
            }
            Object[][] parameters = KernelFixture.randomParameters(program.parameters(), random);
            long[] addresses =
                    Arrays.stream(actual).mapToLong(Elements::address).toArray();

            fixture.kernels.map(
                    fixture.kernels.compile(program), plans.plan, addresses, KernelFixture.words(parameters), 0);

            KernelFixture.reference(program, plans.plan, expected, parameters);
            for (int k = 0; k < actual.length; k++) {
                for (long i = 0; i < actual[k].count(); i++) {
                    Object[] got = actual[k].get(i);
                    Object[] wanted = expected[k].get(i);
                    assertThat(Closeness.agree(got, wanted, program))
                            .withFailMessage(
                                    "%s, operand %d, element %d: %s, expected %s\n%s\n%s",
                                    name, k, i, Arrays.toString(got), Arrays.toString(wanted), program, plans.plan)
                            .isTrue();
                }
            }
        }
    }
}
