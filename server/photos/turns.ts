import { availableParallelism } from 'node:os';
import { refuse } from '../platform/http/refusal.ts';

/** Decoding a picture takes up to 200 MB, and the server has to stay responsive. */
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1));
/** With a longer queue, uploads are refused with a retry time instead of timing out. */
const MOST_WAITING = 40;

let running = 0;
let waitingCount = 0;
/** Queued tasks by owner. The owners are in the order of their next turns. */
const waiting = new Map<string, (() => void)[]>();

/**
 * Runs CPU-heavy tasks with limited concurrency. Owners are served round-robin, so one owner with many tasks
 * does not hold up the others. Throws `unavailable` if the queue is full.
 */
export async function inTurn<T>(owner: string, work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waitingCount >= MOST_WAITING) throw refuse('unavailable', undefined, 5);
    waitingCount++;
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.set(owner, [...(waiting.get(owner) ?? []), resolve]);
    await promise;
  } else running++;
  try {
    return await work();
  } finally {
    const next = takeNext();
    if (next) next();
    else running--;
  }
}

/**
 * Removes and returns the next task of the owner whose turn it is, and moves that owner to the end of the
 * queue.
 */
function takeNext(): (() => void) | undefined {
  const [first] = waiting;
  if (!first) return undefined;
  const [owner, [next, ...others]] = first;
  waiting.delete(owner);
  if (others.length > 0) waiting.set(owner, others);
  waitingCount--;
  return next;
}
