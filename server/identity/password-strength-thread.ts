import { Worker } from 'node:worker_threads';
import type { CallReply } from '#contract/calls.ts';
import { refuse } from '../platform/http/refusal.ts';

export interface Estimate {
  password: string;
  own: string[];
}

export type Estimated = CallReply<'passwordCheck'>;

interface Waiting extends Estimate {
  done(estimated: Estimated): void;
  failed(error: Error): void;
}

/** An estimate takes up to half a second, so this is a wait of a few seconds. */
const MOST_TYPING = 8;
const RETRY_SECONDS = 5;

let worker: Worker | null = null;
let current: Waiting | null = null;
const forms: Waiting[] = [];
const typing: Waiting[] = [];

/**
 * Estimates a password's strength in a worker thread, because an estimate would block all other requests of
 * the process for up to half a second. The thread works on one password at a time. Estimates for a form that
 * is being submitted go first. Throws `unavailable` for other estimates while too many wait.
 */
export function estimateStrength(estimate: Estimate, { isForm }: { isForm: boolean }): Promise<Estimated> {
  if (!isForm && typing.length >= MOST_TYPING) throw refuse('unavailable', {}, RETRY_SECONDS);
  return new Promise((done, failed) => {
    (isForm ? forms : typing).push({ ...estimate, done, failed });
    workOn();
  });
}

function workOn(): void {
  if (current) return;
  const next = forms.shift() ?? typing.shift();
  if (!next) return void worker?.unref();
  current = next;
  worker ??= startWorker();
  worker.ref();
  worker.postMessage({ password: next.password, own: next.own } satisfies Estimate);
}

/** Started with the first password, because most processes never check one. */
function startWorker(): Worker {
  const started = new Worker(new URL('./password-strength-worker.ts', import.meta.url), {
    // The thread inherits neither flags nor environment, which contains secrets.
    execArgv: [],
    env: {},
  });
  const settle = (settleOne: (one: Waiting) => void) => {
    const one = current;
    current = null;
    if (one) settleOne(one);
    workOn();
  };
  started.on('message', (estimated: Estimated) => settle((one) => one.done(estimated)));
  started.once('error', (error) => {
    worker = null;
    settle((one) => one.failed(error));
  });
  return started;
}
