import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const SETTLED_MS = 20_000;

/**
 * Frees start-up memory once. V8 collects garbage when its heap grows, and an idle site's heap does not grow,
 * so the garbage of loading would stay for hours. It costs one collection of some 100 ms
 * (docs/decisions/0017-memory.md).
 */
export function settleMemory(after: Promise<void> = Promise.resolve()): void {
  void after.then(() => void setTimeout(collectGarbage, SETTLED_MS).unref());
}

export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
