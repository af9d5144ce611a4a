import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

/** A server that is kept running. */
export interface Supervised {
  /** From now on its end is final. */
  letGo: () => void;
  /** Settles when it has ended after it was let go. */
  ended: Promise<void>;
  /** How often it ended soon after its start. */
  failures: () => number;
}

/** Keeps a server running until it is let go: one that ends by itself is started again, after a pause that grows. */
export function supervise(start: () => ChildProcess): Supervised {
  let wanted = true;
  let failures = 0;
  const watch = async (): Promise<void> => {
    while (wanted) {
      const began = Date.now();
      await endOf(start());
      failures = Date.now() - began < 5000 ? failures + 1 : 0;
      if (wanted) await wait(Math.min(200 * 2 ** failures, 10_000));
    }
  };
  return { ended: watch(), failures: () => failures, letGo: () => (wanted = false) };
}

function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}
