package dev.sluice.backend.cpu.openblas;

/**
 * The Fortran interface of LAPACK, mapped directly. Every argument is an address; the lengths of the character
 * arguments follow at the end, as Fortran compilers pass them.
 */
@SuppressWarnings({"MemberName", "TooManyParameters"}) // The names and parameters are those of the library.
final class Lapack {

    private Lapack() {}

    static native void sgesdd_(
            long jobz,
            long m,
            long n,
            long a,
            long lda,
            long s,
            long u,
            long ldu,
            long vt,
            long ldvt,
            long work,
            long lwork,
            long iwork,
            long info,
            long jobzLength);

    static native void dgesdd_(
            long jobz,
            long m,
            long n,
            long a,
            long lda,
            long s,
            long u,
            long ldu,
            long vt,
            long ldvt,
            long work,
            long lwork,
            long iwork,
            long info,
            long jobzLength);

    static native void cgesdd_(
            long jobz,
            long m,
            long n,
            long a,
            long lda,
            long s,
            long u,
            long ldu,
            long vt,
            long ldvt,
            long work,
            long lwork,
            long rwork,
            long iwork,
            long info,
            long jobzLength);

    static native void zgesdd_(
            long jobz,
            long m,
            long n,
            long a,
            long lda,
            long s,
            long u,
            long ldu,
            long vt,
            long ldvt,
            long work,
            long lwork,
            long rwork,
            long iwork,
            long info,
            long jobzLength);

    static native void sgesvd_(
            long jobu,
            long jobvt,
            long m,
            long n,
            long a,
            long lda,
            long s,
            long u,
            long ldu,
            long vt,
            long ldvt,
            long work,
            long lwork,
            long info,
            long jobuLength,
            long jobvtLength);

    static native void dgesvd_(
            long jobu,
            long jobvt,
            long m,
            long n,
            long a,
            long lda,
            long s,
            long u,
            long ldu,
            long vt,
            long ldvt,
            long work,
            long lwork,
            long info,
            long jobuLength,
            long jobvtLength);

    static native void cgesvd_(
            long jobu,
            long jobvt,
            long m,
            long n,
            long a,
            long lda,
            long s,
            long u,
            long ldu,
            long vt,
            long ldvt,
            long work,
            long lwork,
            long rwork,
            long info,
            long jobuLength,
            long jobvtLength);

    static native void zgesvd_(
            long jobu,
            long jobvt,
            long m,
            long n,
            long a,
            long lda,
            long s,
            long u,
            long ldu,
            long vt,
            long ldvt,
            long work,
            long lwork,
            long rwork,
            long info,
            long jobuLength,
            long jobvtLength);
}
