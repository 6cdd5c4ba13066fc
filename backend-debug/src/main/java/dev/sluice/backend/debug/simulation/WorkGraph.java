package dev.sluice.backend.debug.simulation;

import dev.sluice.DeadlockException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Which operations may take effect, and what an operation needs. An operation waits for earlier ones only, so the graph
 * has no cycle and a wait can be hopeless only behind an operation that stalled.
 */
final class WorkGraph {
    private WorkGraph() {}

    /** The operations that have not taken effect and must, for {@code target} to take effect; itself included. */
    static Set<Operation> needed(Operation target) {
        Set<Operation> needed = new LinkedHashSet<>();
        Deque<Operation> open = new ArrayDeque<>();
        open.push(target);
        while (!open.isEmpty()) {
            Operation operation = open.pop();
            if (operation.state() != Operation.State.DONE && needed.add(operation)) {
                operation.blockers().forEach(open::push);
            }
        }
        for (Operation operation : needed) {
            if (operation.state() == Operation.State.STALLED) {
                throw new DeadlockException(
                        "the wait for " + target + " cannot be satisfied, because " + operation + " never finishes; "
                                + (needed.size() - 1) + " other operations wait for it:\n" + describe(needed));
            }
        }
        return needed;
    }

    /** Some of a closed set of operations that may take effect now. */
    static List<Operation> ready(Collection<Operation> operations) {
        List<Operation> ready = new ArrayList<>();
        for (Operation operation : operations) {
            if (operation.isReady()) {
                ready.add(operation);
            }
        }
        return ready;
    }

    /** A closed set of operations in the legal order that is nearest to the reverse of their submission. */
    static List<Operation> latestFirst(Set<Operation> closed) {
        return inOrder(closed, Comparator.comparingLong(Operation::sequence).reversed());
    }

    /** A closed set of operations in the order of submission, which is legal. */
    static List<Operation> earliestFirst(Set<Operation> closed) {
        List<Operation> order = new ArrayList<>(closed);
        order.sort(Comparator.comparingLong(Operation::sequence));
        return order;
    }

    /** A closed set of operations in a random legal order. */
    static List<Operation> shuffled(Set<Operation> closed, SplittableRandom random) {
        Map<Operation, Long> keys = new HashMap<>();
        for (Operation operation : earliestFirst(closed)) {
            keys.put(operation, random.nextLong());
        }
        return inOrder(
                closed,
                Comparator.<Operation>comparingLong(operation -> keys.getOrDefault(operation, 0L))
                        .thenComparingLong(Operation::sequence));
    }

    private static List<Operation> inOrder(Set<Operation> closed, Comparator<Operation> preference) {
        Map<Operation, Integer> missing = new HashMap<>();
        Map<Operation, List<Operation>> followers = new HashMap<>();
        PriorityQueue<Operation> ready = new PriorityQueue<>(preference);
        for (Operation operation : closed) {
            int blockers = 0;
            for (Operation blocker : operation.blockers()) {
                followers.computeIfAbsent(blocker, b -> new ArrayList<>(2)).add(operation);
                blockers++;
            }
            missing.put(operation, blockers);
            if (blockers == 0) {
                ready.add(operation);
            }
        }
        List<Operation> order = new ArrayList<>(closed.size());
        while (!ready.isEmpty()) {
            Operation operation = ready.remove();
            order.add(operation);
            for (Operation follower : followers.getOrDefault(operation, List.of())) {
                if (missing.merge(follower, -1, Integer::sum) == 0) {
                    ready.add(follower);
                }
            }
        }
        return order;
    }

    /** The operations and what each waits for, one a line. */
    static String describe(Collection<Operation> operations) {
        StringBuilder text = new StringBuilder();
        for (Operation operation : operations) {
            text.append("  ").append(operation);
            if (operation.state() == Operation.State.STALLED) {
                text.append(" stalled");
            }
            for (Operation blocker : operation.blockers()) {
                text.append(" waits for #").append(blocker.sequence());
            }
            text.append('\n');
        }
        return text.toString();
    }
}
