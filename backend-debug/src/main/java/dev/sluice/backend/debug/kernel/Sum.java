package dev.sluice.backend.debug.kernel;

import dev.sluice.DType;
import dev.sluice.backend.debug.Defect;
import java.util.Set;

/**
 * A sum of reals whose error does not grow with their number: the compensated summation of Neumaier (Rundungsfehleranalyse
 * einiger Verfahren zur Summation endlicher Summen, ZAMM 54, 1974). Once the plain sum is not finite it is the result.
 */
final class Sum {
    private final DType type;
    private final boolean naive;
    private final boolean unsteady;
    private double plain;
    private double lost;
    private long evaluations;

    Sum(DType type, Set<Defect> defects) {
        this.type = type;
        this.naive = defects.contains(Defect.SUM_LOSES_ACCURACY);
        this.unsteady = defects.contains(Defect.SUM_NOT_DETERMINISTIC);
    }

    void reset() {
        plain = 0;
        lost = 0;
    }

    void add(double x) {
        double next = naive ? Elements.round(type, plain + x) : plain + x;
        if (!naive) {
            lost += Math.abs(plain) >= Math.abs(x) ? (plain - next) + x : (x - next) + plain;
        }
        plain = next;
    }

    double value() {
        double result = Double.isFinite(plain) ? plain + lost : plain;
        if (unsteady) {
            result = Elements.round(type, result);
            return evaluations++ % 2 == 0
                    ? result
                    : type == DType.F32 ? Math.nextUp((float) result) : Math.nextUp(result);
        }
        return result;
    }
}
