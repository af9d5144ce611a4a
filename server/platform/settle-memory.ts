import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How long after the start the process is still busy with what only a start needs. */
const SETTLED_MS = 20_000;

/**
 * Gives back what only the start needed, once: V8 collects when its heap grows, and that of an idle site does not, so
 * that the rubbish of loading stays for hours. One collection of some 100 ms (docs/decisions/memory.md).
 */
export function settleMemory(after: Promise<void> = Promise.resolve()): void {
  void after.then(() => void setTimeout(collectGarbage, SETTLED_MS).unref());
}

/** Has V8 collect everything that nothing refers to any more, now. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
