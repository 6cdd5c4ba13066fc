package dev.sluice.runtime.einsum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.DType;
import dev.sluice.Shape;
import dev.sluice.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lowering, on tensors in the heap, against the definition: loops over all indices. */
class EinsumPlanTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ij,jk->ik",
                "ij,jk",
                "ij->ji",
                "ii->i",
                "ii",
                "ijk->j",
                "ijk->ki",
                "i,i->",
                "i,j->ij",
                "ij,ij->ij",
                "ij,ij->",
                "ij,kj->ik",
                "ji,jk->ki",
                "bij,bjk->bik",
                "bij,bkj->ikb",
                "ij,ij->i",
                "ijk,kl->ijl",
                "ijk,jil->kl",
                "ijkl,klmn->ijmn",
                "ijkl,ljmn->ikmn",
                "ij,jk,kl->il",
                "abc,cde,ef->abdf",
                "abc,abd->cd",
                "abc,acd,bde->e",
                "i,ij,j->",
                "aij,bij->ab",
                "ijj->i",
                "iij,jk->ik",
                "iji->j",
                "iii->i",
                "abab->",
                "aab->b",
                "abb,b->a",
                "abc,bad->cd",
                "abcd,bd->ac",
                "abcd,ae,bf,cg,dh->efgh",
                "ai,bi,ci->abc",
                "ij,kl->ikjl",
                "ij,kl,mn->",
                ",ij->ij",
                ",->",
                "i,->i",
                "ijkl->lkji",
                "ea,fb,abcd,gc,hd->efgh",
                "abij,cdij->abcd",
                "alb,lpms,bsc->apmc",
                "bj,bij->bi",
                "jb,bij->ib",
                "cab,bcd->dca",
                "a,b,c->abc",
                "ij->",
                "aabb->ba"
            })
    void aSummationGivesWhatTheDefinitionGives(String expression) {
        Random random = new Random(5);
        check(expression, shapesFor(expression, random), random);
    }

    @Test
    void randomSummationsGiveWhatTheDefinitionGives() {
        for (int trial = 0; trial < 400; trial++) {
            Random random = new Random(trial);
            String expression = randomExpression(random);
            check(expression, shapesFor(expression, random), random);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ij,jk->ik     | 2x1,3x4", "i,i->         | 1,3", "ij,j->i       | 2x3,1", "ij,ij->ij     | 1x3,2x1",
                "ij,jk->ik     | 0x3,3x2", "ij,jk->ik     | 3x0,0x2", "ij,jk->ik     | 1x1,1x1",
                        "bij,bjk->bik  | 1x2x3,4x3x2"
            })
    void extentsOfOneBroadcastAndEmptyOnesAreEmptySums(String expression, String shapes) {
        List<Shape> parsed = new ArrayList<>();
        for (String shape : shapes.split(",")) {
            parsed.add(Shape.of(LongStream.of(java.util.Arrays.stream(shape.split("x"))
                            .mapToLong(Long::parseLong)
                            .toArray())
                    .toArray()));
        }
        check(expression, parsed, new Random(6));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ij,jk->ik",
                "ij,kj->ik",
                "ji,jk->ik",
                "ij,jk->ki",
                "ijk,kl->ijl",
                "ijkl,klmn->ijmn",
                "bij,bjk->bik",
                "bij,bkj->bik",
                "ij,j->i",
                "i,ij->j",
                "i,i->",
                "ij,ij->",
                "aij,bij->ab",
                "ij,jk,kl->il",
                "ij,ij->ij"
            })
    void rowMajorOperandsOfAnOrdinaryProductAreNotCopied(String expression) {
        HeapTensor.Ledger ledger = new HeapTensor.Ledger();
        Random random = new Random(7);
        List<Tensor> operands = operands(ledger, shapesFor(expression, random), random);
        EinsumPlan plan = plan(expression, operands);
        plan.evaluate(operands);
        assertThat(ledger.copies() - finalReshapes(expression)).isZero();
    }

    /** A result whose axes were fused is still copied once, to give it an owner of its own shape. */
    private static int finalReshapes(String expression) {
        return expression.matches("ijk,kl->ijl|ijkl,klmn->ijmn") ? 1 : 0;
    }

    @Test
    void truthValuesAreCombinedWithAndAndOr() {
        HeapTensor.Ledger ledger = new HeapTensor.Ledger();
        Tensor a = ledger.tensor(DType.BOOL, new double[] {1, 1, 0, 0}, 2, 2);
        Tensor b = ledger.tensor(DType.BOOL, new double[] {1, 0, 1, 0}, 2, 2);
        Tensor product = plan("ij,jk->ik", List.of(a, b)).evaluate(List.of(a, b));
        assertThat(product.dtype()).isEqualTo(DType.BOOL);
        assertThat(product.toDoubleArray()).containsExactly(1, 0, 0, 0);
    }

    @Test
    void smallIntegersStaySmallIntegersThoughTheirSumIsWider() {
        HeapTensor.Ledger ledger = new HeapTensor.Ledger();
        Tensor a = ledger.tensor(DType.I32, new double[] {1, 2, 3, 4}, 2, 2);
        assertThat(plan("ij->i", List.of(a)).evaluate(List.of(a)).dtype()).isEqualTo(DType.I32);
    }

    @Test
    void anExpressionThatOnlyRearrangesKeepsTheType() {
        HeapTensor.Ledger ledger = new HeapTensor.Ledger();
        Tensor a = ledger.tensor(DType.F16, new double[] {1, 2, 3, 4}, 2, 2);
        assertThat(plan("ij->ji", List.of(a)).evaluate(List.of(a)).dtype()).isEqualTo(DType.F16);
    }

    @Test
    void plansAreKept() {
        List<Shape> shapes = List.of(Shape.of(2, 3), Shape.of(3, 4));
        assertThat(Einsum.plan("ij,jk->ik", shapes)).isSameAs(Einsum.plan("ij,jk->ik", shapes));
        assertThat(Einsum.plan("ij,jk->ki", shapes)).isNotSameAs(Einsum.plan("ij,jk->ik", shapes));
    }

    private static EinsumPlan plan(String expression, List<Tensor> operands) {
        return EinsumPlan.of(
                EinsumExpression.parse(expression),
                operands.stream().map(Tensor::shape).toList());
    }

    private static void check(String expression, List<Shape> shapes, Random random) {
        HeapTensor.Ledger ledger = new HeapTensor.Ledger();
        List<Tensor> operands = operands(ledger, shapes, random);
        Tensor result = plan(expression, operands).evaluate(operands);
        double[] expected = Definition.evaluate(EinsumExpression.parse(expression), operands);
        assertThat(result.toDoubleArray()).as(expression + " " + shapes).containsExactly(expected, within(1e-9));
        assertThat(ledger.open()).as("owners open after %s", expression).isEqualTo(operands.size() + 1);
        result.close();
        assertThat(ledger.open())
                .as("the result of %s owns its elements", expression)
                .isEqualTo(operands.size());
    }

    private static List<Tensor> operands(HeapTensor.Ledger ledger, List<Shape> shapes, Random random) {
        List<Tensor> operands = new ArrayList<>();
        for (Shape shape : shapes) {
            double[] elements = random.doubles(shape.elements(), -1, 1).toArray();
            operands.add(ledger.tensor(DType.F64, elements, shape.extents()));
        }
        return operands;
    }

    /** Shapes in which each letter has one extent. */
    private static List<Shape> shapesFor(String expression, Random random) {
        long[] extents = random.longs(128, 1, 5).toArray();
        List<Shape> shapes = new ArrayList<>();
        for (String operand : expression.replaceAll("->.*", "").split(",", -1)) {
            shapes.add(Shape.of(
                    operand.chars().mapToLong(letter -> extents[letter]).toArray()));
        }
        return shapes;
    }

    private static String randomExpression(Random random) {
        String letters = "abcdef";
        StringBuilder expression = new StringBuilder();
        int operands = 1 + random.nextInt(4);
        for (int operand = 0; operand < operands; operand++) {
            expression.append(operand == 0 ? "" : ",");
            int rank = random.nextInt(5);
            for (int axis = 0; axis < rank; axis++) {
                expression.append(letters.charAt(random.nextInt(letters.length())));
            }
        }
        String inputs = expression.toString();
        expression.append("->");
        letters.chars()
                .filter(letter -> inputs.indexOf(letter) >= 0 && random.nextBoolean())
                .forEach(letter -> expression.insert(
                        inputs.length() + 2 + random.nextInt(expression.length() - inputs.length() - 1),
                        (char) letter));
        return expression.toString();
    }
}
