import { Worker } from 'node:worker_threads';
import sharp from 'sharp';

/** Width and height that the model expects. */
export const CLASSIFIED_PIXELS = 224;
/** Loading takes 0.2 s and a picture 0.07 s. A machine under load takes many times as long. */
const MOST_MS = 15_000;
/** The loaded model takes up to 230 MB, which a site with few uploads should not keep. */
const IDLE_MS = 120_000;

export interface ToClassify {
  pixels: Uint8Array;
}

export interface ClassifierData {
  /** Folder of another model; null for that of the package. */
  model: string | null;
}

export type Answer = { percent: number } | { error: string };

declare module '../../platform/app.ts' {
  interface Parts {
    classifier: Classifier;
  }
}

export interface Classifier {
  /**
   * How surely a picture is intimate (nudity or sex), in percent. Throws if the model gives no answer; the
   * picture then has no verdict.
   */
  intimacyOf(picture: Uint8Array): Promise<number>;
  /** Throws if the model cannot be loaded. */
  load(): Promise<void>;
}

interface Waiting extends ToClassify {
  resolve(percent: number): void;
  reject(error: Error): void;
}

type Options = ClassifierData & { idleMs: number };

/** Classifies pictures in a worker thread, without the network. */
export function createClassifier({ model = null, idleMs = IDLE_MS }: Partial<Options> = {}): Classifier {
  const { classify, end } = createThread({ model, idleMs });
  const side = CLASSIFIED_PIXELS;
  return {
    async load() {
      await classify(new Uint8Array(side ** 2 * 3));
      end();
    },
    async intimacyOf(picture) {
      const pixels = await sharp(picture)
        .removeAlpha()
        .toColourspace('srgb')
        .resize(side, side, { fit: 'fill' })
        .raw()
        .toBuffer();
      return classify(new Uint8Array(pixels));
    },
  };
}

/**
 * Takes pictures one at a time. The thread loads the model for the first picture and ends after `idleMs`
 * without pictures. After an error the next picture starts a new thread.
 */
function createThread({ model, idleMs }: Options) {
  const waiting: Waiting[] = [];
  let worker: Worker | null = null;
  let current: Waiting | null = null;
  let timer: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(new URL('./classifier-worker.ts', import.meta.url), {
      workerData: { model } satisfies ClassifierData,
      // The library advises other backends in long messages.
      stdout: true,
      stderr: true,
      // The thread inherits neither flags nor environment, which contains secrets.
      execArgv: [],
      env: {},
    });
    started.on('message', (answer: Answer) => settle(answer));
    const fail = (error: Error) => {
      if (worker !== started) return;
      worker = null;
      settle({ error: error.message });
    };
    started.once('error', fail);
    started.once('exit', () => fail(new Error('the thread ended')));
    return started;
  }

  function end() {
    const ended = worker;
    worker = null;
    void ended?.terminate();
  }

  function settle(answer: Answer) {
    clearTimeout(timer);
    const one = current;
    current = null;
    if ('percent' in answer) one?.resolve(answer.percent);
    else one?.reject(new Error(answer.error));
    next();
  }

  function next() {
    if (current) return;
    current = waiting.shift() ?? null;
    if (!current) {
      worker?.unref();
      timer = setTimeout(end, idleMs).unref();
      return;
    }
    clearTimeout(timer);
    worker ??= start();
    worker.ref();
    worker.postMessage({ pixels: current.pixels } satisfies ToClassify);
    timer = setTimeout(() => {
      end();
      settle({ error: 'no answer in time' });
    }, MOST_MS).unref();
  }

  const classify = (pixels: Uint8Array) =>
    new Promise<number>((resolve, reject) => {
      waiting.push({ pixels, resolve, reject });
      next();
    });

  return { classify, end };
}
