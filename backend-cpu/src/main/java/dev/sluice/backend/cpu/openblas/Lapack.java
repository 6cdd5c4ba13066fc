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

    static native void spotrf_(long uplo, long n, long a, long lda, long info, long uploLength);

    static native void dpotrf_(long uplo, long n, long a, long lda, long info, long uploLength);

    static native void cpotrf_(long uplo, long n, long a, long lda, long info, long uploLength);

    static native void zpotrf_(long uplo, long n, long a, long lda, long info, long uploLength);

    static native void sgetrf_(long m, long n, long a, long lda, long pivots, long info);

    static native void dgetrf_(long m, long n, long a, long lda, long pivots, long info);

    static native void cgetrf_(long m, long n, long a, long lda, long pivots, long info);

    static native void zgetrf_(long m, long n, long a, long lda, long pivots, long info);

    static native void sgetrs_(
            long trans,
            long n,
            long columns,
            long a,
            long lda,
            long pivots,
            long b,
            long ldb,
            long info,
            long transLength);

    static native void dgetrs_(
            long trans,
            long n,
            long columns,
            long a,
            long lda,
            long pivots,
            long b,
            long ldb,
            long info,
            long transLength);

    static native void cgetrs_(
            long trans,
            long n,
            long columns,
            long a,
            long lda,
            long pivots,
            long b,
            long ldb,
            long info,
            long transLength);

    static native void zgetrs_(
            long trans,
            long n,
            long columns,
            long a,
            long lda,
            long pivots,
            long b,
            long ldb,
            long info,
            long transLength);

    static native void sgeqrf_(long m, long n, long a, long lda, long tau, long work, long lwork, long info);

    static native void dgeqrf_(long m, long n, long a, long lda, long tau, long work, long lwork, long info);

    static native void cgeqrf_(long m, long n, long a, long lda, long tau, long work, long lwork, long info);

    static native void zgeqrf_(long m, long n, long a, long lda, long tau, long work, long lwork, long info);

    static native void sorgqr_(long m, long n, long k, long a, long lda, long tau, long work, long lwork, long info);

    static native void dorgqr_(long m, long n, long k, long a, long lda, long tau, long work, long lwork, long info);

    static native void cungqr_(long m, long n, long k, long a, long lda, long tau, long work, long lwork, long info);

    static native void zungqr_(long m, long n, long k, long a, long lda, long tau, long work, long lwork, long info);

    static native void ssyevd_(
            long jobz,
            long uplo,
            long n,
            long a,
            long lda,
            long w,
            long work,
            long lwork,
            long iwork,
            long liwork,
            long info,
            long jobzLength,
            long uploLength);

    static native void dsyevd_(
            long jobz,
            long uplo,
            long n,
            long a,
            long lda,
            long w,
            long work,
            long lwork,
            long iwork,
            long liwork,
            long info,
            long jobzLength,
            long uploLength);

    static native void cheevd_(
            long jobz,
            long uplo,
            long n,
            long a,
            long lda,
            long w,
            long work,
            long lwork,
            long rwork,
            long lrwork,
            long iwork,
            long liwork,
            long info,
            long jobzLength,
            long uploLength);

    static native void zheevd_(
            long jobz,
            long uplo,
            long n,
            long a,
            long lda,
            long w,
            long work,
            long lwork,
            long rwork,
            long lrwork,
            long iwork,
            long liwork,
            long info,
            long jobzLength,
            long uploLength);
}
