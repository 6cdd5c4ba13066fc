package dev.sluice.backend.debug;

import dev.sluice.DType;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.Expression;
import dev.sluice.expression.UnaryOperator;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.Reducer;
import dev.sluice.spi.SegmentedPlan;
import dev.sluice.spi.scalar.Philox4x64;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What shows the defects of elementwise kernels and reductions. */
final class KernelProbes {
    private static final SegmentedPlan TWO_SEGMENTS =
            new SegmentedPlan(2, 1, new long[] {2, 2}, new long[] {1, 1, 1, 1}, new long[] {0, 0, 3, 2});

    private KernelProbes() {}

    static Map<Defect, Probe> all() {
        Map<Defect, Probe> probes = new EnumMap<>(Defect.class);
        plans(probes);
        values(probes);
        reductions(probes);
        return probes;
    }

    private static void plans(Map<Defect, Probe> probes) {
        probes.put(Defect.NEGATIVE_STRIDE_IGNORED, world -> {
            SegmentedPlan reversed = new SegmentedPlan(2, 1, new long[] {2}, new long[] {1, -1}, new long[] {0, 1});
            long source = world.values(1, 2, 3);
            long target = world.values(0, 0);
            copy(world, reversed, target, source);
            return Arrays.equals(world.read(target, 2), new double[] {2, 1});
        });
        probes.put(Defect.LAST_SEGMENT_DROPPED, KernelProbes::copiesTwoSegments);
        probes.put(Defect.PADDING_WRITTEN, KernelProbes::copiesTwoSegments);
        probes.put(Defect.INDEX_RESTARTS, world -> {
            SegmentedPlan plan = new SegmentedPlan(1, 1, new long[] {2, 2}, new long[] {1, 1}, new long[] {0, 2});
            MapProgram program = MapProgram.of(Expression.index(), List.of(), List.of());
            long[] indices =
                    MapPrograms.run(world, program, plan, 4, new long[0]).toArray(ValueLayout.JAVA_LONG_UNALIGNED);
            return Arrays.equals(indices, new long[] {0, 1, 2, 3});
        });
        probes.put(Defect.SECOND_OUTPUT_DROPPED, world -> {
            MapProgram two =
                    new MapProgram(List.of(Expression.constant(1.0), Expression.constant(2.0)), List.of(), List.of());
            long first = world.values(0.0);
            long second = world.values(0.0);
            long stream = world.stream();
            world.device()
                    .kernels()
                    .map(
                            world.device().kernels().compile(two),
                            World.dense(2, 1),
                            new long[] {first, second},
                            new long[0],
                            stream);
            world.device().synchronizeStream(stream);
            return world.read(second, 1)[0] == 2;
        });
    }

    private static boolean copiesTwoSegments(World world) {
        long source = world.values(1, 2, 3, 4);
        long target = world.values(-1, -1, -1, -1, -1, -1);
        copy(world, TWO_SEGMENTS, target, source);
        return Arrays.equals(world.read(target, 6), new double[] {1, 2, -1, 3, 4, -1});
    }

    private static void copy(World world, SegmentedPlan plan, long target, long source) {
        long stream = world.stream();
        world.device()
                .kernels()
                .map(
                        world.device().kernels().compile(MapPrograms.IDENTITY),
                        plan,
                        new long[] {target, source},
                        new long[0],
                        stream);
        world.device().synchronizeStream(stream);
    }

    private static MemorySegment one(World world, Expression expression, MemorySegment... inputs) {
        MapProgram program = MapProgram.of(expression, MapPrograms.inputTypes(expression), List.of());
        return MapPrograms.run(world, program, World.dense(program.operands(), 1), 1, new long[0], inputs);
    }

    private static void values(Map<Defect, Probe> probes) {
        probes.put(Defect.PARAMETER_ROUNDED, world -> {
            MapProgram program = MapProgram.of(Expression.parameter(0, DType.F64), List.of(), List.of(DType.F64));
            long[] words = {Double.doubleToRawLongBits(0.1)};
            return World.doubles(MapPrograms.run(world, program, World.dense(1, 1), 1, words))[0] == 0.1;
        });
        probes.put(
                Defect.PHILOX_OFF_BY_ONE,
                world -> one(world, new Expression.Philox(Expression.constant(5L), Expression.constant(1L)))
                                .get(ValueLayout.JAVA_LONG_UNALIGNED, 0)
                        == Philox4x64.word(5, 1));
        probes.put(
                Defect.CONJUGATE_IGNORED,
                world -> World.doubles(one(
                                world,
                                Expression.unary(UnaryOperator.CONJ, Expression.input(0, DType.C128)),
                                MemorySegment.ofArray(new double[] {1, 2})))[1]
                        == -2);
        probes.put(
                Defect.CAST_WRAPS,
                world -> one(world, Expression.input(0, DType.F64).cast(DType.I32), MemorySegment.ofArray(new double[] {
                                    1e10
                                }))
                                .get(ValueLayout.JAVA_INT_UNALIGNED, 0)
                        == Integer.MAX_VALUE);
        probes.put(
                Defect.MINIMUM_IGNORES_NAN,
                world -> Double.isNaN(
                        World.doubles(one(
                                world,
                                Expression.binary(
                                        BinaryOperator.MINIMUM,
                                        Expression.input(0, DType.F64),
                                        Expression.constant(1.0)),
                                MemorySegment.ofArray(new double[] {Double.NaN})))[0]));
        probes.put(
                Defect.BOOLEAN_NOT_CANONICAL,
                world -> one(
                                        world,
                                        Expression.unary(UnaryOperator.IS_NAN, Expression.input(0, DType.F64)),
                                        MemorySegment.ofArray(new double[] {Double.NaN}))
                                .get(ValueLayout.JAVA_BYTE, 0)
                        == 1);
        probes.put(
                Defect.INTEGER_PRODUCT_TRUNCATED,
                world ->
                        one(world, Expression.unary(UnaryOperator.NEGATE, product()), MemorySegment.ofArray(new long[] {
                                            1L << 33
                                        }))
                                        .get(ValueLayout.JAVA_LONG_UNALIGNED, 0)
                                == -(3L << 33));
    }

    private static Expression product() {
        return Expression.binary(BinaryOperator.MULTIPLY, Expression.input(0, DType.I64), Expression.constant(3L));
    }

    private static void reductions(Map<Defect, Probe> probes) {
        probes.put(Defect.SUM_NOT_DETERMINISTIC, world -> {
            MemorySegment values = MemorySegment.ofArray(new double[] {1, 2, 1, 2});
            double[] sums = World.doubles(ReducePrograms.rows(world, DType.F64, Reducer.SUM, 2, values));
            return sums[0] == sums[1];
        });
        probes.put(Defect.SUM_LOSES_ACCURACY, world -> {
            double[] values = new double[1000];
            Arrays.fill(values, 1);
            values[0] = 1e16;
            MemorySegment segment = MemorySegment.ofArray(values);
            return World.doubles(ReducePrograms.rows(world, DType.F64, Reducer.SUM, 1, segment))[0] == 1e16 + 999;
        });
        probes.put(Defect.REDUCTION_IGNORES_NAN, world -> {
            MemorySegment values = MemorySegment.ofArray(new double[] {1, Double.NaN});
            return Double.isNaN(World.doubles(ReducePrograms.rows(world, DType.F64, Reducer.MAXIMUM, 1, values))[0]);
        });
        probes.put(Defect.POSITION_OF_LAST, world -> {
            MemorySegment values = MemorySegment.ofArray(new double[] {7, 5, 5});
            return ReducePrograms.rows(world, DType.F64, Reducer.ARG_MINIMUM, 1, values)
                            .get(ValueLayout.JAVA_LONG_UNALIGNED, 0)
                    == 1;
        });
        probes.put(
                Defect.EMPTY_REDUCTION_SKIPPED,
                world -> ReducePrograms.nothing(world, DType.F64, Reducer.PRODUCT, 1)[0] == 1);
    }
}
