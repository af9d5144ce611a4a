import { availableParallelism } from 'node:os';
import { refuse } from '../platform/http/refusal.ts';

/** Pictures unpacked at once take up to 200 MB each, and the server has to answer others meanwhile. */
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Beyond this many waiting an upload is told to come again, rather than left to time out. */
const MOST_WAITING = 40;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs heavy work a few at a time, in order. Refuses `unavailable` when the queue is long. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw refuse('unavailable', undefined, 5);
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
