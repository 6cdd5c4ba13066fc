package dev.sluice;

/**
 * A complex number in double precision.
 *
 * @param re the real part
 * @param im the imaginary part
 */
public record Complex(double re, double im) {
    /** Zero. */
    public static final Complex ZERO = new Complex(0, 0);
    /** One. */
    public static final Complex ONE = new Complex(1, 0);

    /** The complex conjugate. */
    public Complex conj() {
        return new Complex(re, -im);
    }

    /** The modulus, computed without intermediate overflow. */
    public double abs() {
        return Math.hypot(re, im);
    }

    @Override
    public String toString() {
        return re + (im < 0 || Double.compare(im, -0.0) == 0 ? "-" : "+") + Math.abs(im) + "i";
    }
}
