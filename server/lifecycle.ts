import { ConfigError } from './platform/config.ts';

// How a process comes up part by part and goes down in the opposite order, whatever it is made of.

/** After this the process ends whatever is still open. */
const STOP_MS = 25_000;

export interface Part {
  name: string;
  stop(): Promise<unknown>;
}

/** What has been brought up, and is taken down in the opposite order. */
const running: Part[] = [];
let starting: Promise<void> = Promise.resolve();
let stopping: Promise<void> | null = null;

/** Brings a process up. A failure ends it with one sentence and exit code 1. */
export async function comeUp(start: () => Promise<void>): Promise<void> {
  heedSignals();
  try {
    starting = start();
    await starting;
  } catch (error) {
    // While stopping, whatever was half-way up fails: that is no news.
    if (!stopping) {
      console.error(error instanceof ConfigError ? error.message : explain(error));
      await stop(1);
    }
  }
}

/** Lets no one else end the process at a signal, as Vite would in its own way. */
export function heedSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal).on(signal, () => void stop(0));
}

/** Notes a part that came up; when the process is told to stop meanwhile, it is taken down at once and starting ends here. */
export async function isUp(part: Part): Promise<void> {
  if (!stopping) return void running.push(part);
  await part.stop();
  throw new Error('The process was told to stop while it was starting.');
}

/** Takes everything down and ends the process. */
export function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    const late = setTimeout(() => process.exit(code || 1), STOP_MS);
    for (let part = running.pop(); part; part = running.pop()) {
      const { name } = part;
      await part.stop().catch((error: unknown) => console.error(`Stopping ${name} failed: ${explain(error)}`));
    }
    // What was still coming up takes itself down.
    await starting.catch(() => {});
    clearTimeout(late);
    process.exit(code);
  })();
  return stopping;
}

export const isStopping = (): boolean => stopping !== null;

export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return process.env['LOG_LEVEL'] === 'debug' ? (error.stack ?? error.message) : error.message;
}
