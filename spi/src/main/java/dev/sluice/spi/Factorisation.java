package dev.sluice.spi;

/** What a {@link SolverProvider} may be able to do. */
public enum Factorisation {
    /** Singular values and vectors: {@link SolverProvider#svd}. */
    SVD,
    /** An orthonormal basis and an upper triangle: {@link SolverProvider#qr}. */
    QR,
    /** Eigenvalues and eigenvectors of Hermitian matrices: {@link SolverProvider#eigh}. */
    EIGH,
    /** The triangular root of positive definite matrices: {@link SolverProvider#cholesky}. */
    CHOLESKY,
    /** Triangular factors with row exchanges, and systems solved by them: {@link SolverProvider#lu} and {@link
     * SolverProvider#luSolve}. */
    LU
}
