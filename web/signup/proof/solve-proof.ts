import type { SignUpChallenge, SignUpProof } from '#contract/membership/proof-of-work.ts';
import type { Share } from './solver.ts';

const MOST_WORKERS = 4;

/** Solves the task on several cores. Null if the browser cannot, or not within a minute. */
export async function solveProof(challenge: SignUpChallenge): Promise<SignUpProof | null> {
  // Browsers offer the functions for it on secure connections only.
  if (!('subtle' in crypto) || typeof Worker === 'undefined') return null;
  const step = Math.min(MOST_WORKERS, Math.max(1, navigator.hardwareConcurrency || 1));
  const workers = Array.from(
    { length: step },
    () => new Worker(new URL('./solver.ts', import.meta.url), { type: 'module' }),
  );
  try {
    const solution = await Promise.race(
      workers.map((worker, start) => firstAnswer(worker, { challenge, start, step })),
    );
    return solution && { challenge, solution };
  } finally {
    for (const worker of workers) worker.terminate();
  }
}

const firstAnswer = (worker: Worker, share: Share) =>
  new Promise<SignUpProof['solution'] | null>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<SignUpProof['solution'] | null>) => resolve(data);
    worker.onerror = () => resolve(null);
    worker.postMessage(share);
  });
