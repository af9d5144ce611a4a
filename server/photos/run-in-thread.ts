import { Worker } from 'node:worker_threads';

interface ThreadLimits {
  seconds: number;
  megabytes: number;
}

/**
 * The first message of a worker thread that handles one untrusted file. Null if it fails, exits without one, or exceeds
 * its time or memory.
 */
export async function runInThread<Answer>(
  script: URL,
  workerData: object,
  { seconds, megabytes }: ThreadLimits,
): Promise<Answer | null> {
  const worker = new Worker(script, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32 },
    // Discards the messages of libraries about broken files.
    stdout: true,
    stderr: true,
    // The thread inherits neither flags nor environment, which contains secrets.
    execArgv: [],
    env: {},
  });
  try {
    return await new Promise<Answer | null>((resolve) => {
      const late = setTimeout(() => resolve(null), seconds * 1000);
      const end = (answer: Answer | null) => {
        clearTimeout(late);
        resolve(answer);
      };
      worker.once('message', end);
      worker.once('error', () => end(null));
      worker.once('exit', () => end(null));
    });
  } finally {
    await worker.terminate();
  }
}
