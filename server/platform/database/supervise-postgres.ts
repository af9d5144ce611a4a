import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

export interface Supervised {
  letGo: () => void;
  ended: Promise<void>;
  /** How many times the server exited soon after starting. */
  failures: () => number;
}

export function supervisePostgres(start: () => ChildProcess): Supervised {
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
