import { ConfigError } from './platform/environment.ts';

// Starts the parts of a process one by one, and stops them in reverse order.

/** Deadline of a graceful stop. After it the process exits even if parts are still running. */
const STOP_MS = 25_000;

export interface Part {
  name: string;
  stop(): Promise<unknown>;
}

const running: Part[] = [];
let starting: Promise<void> = Promise.resolve();
let stopping: Promise<void> | null = null;

export async function comeUp(start: () => Promise<void>): Promise<void> {
  heedSignals();
  try {
    starting = start();
    await starting;
  } catch (error) {
    // While stopping, parts that were still starting fail as expected.
    if (!stopping) {
      console.error(error instanceof ConfigError ? error.message : explain(error));
      await stop(1);
    }
  }
}

/** Installs the only signal handlers; Vite would otherwise end the process itself. */
export function heedSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.removeAllListeners(signal).on(signal, () => void stop(0));
}

/**
 * Registers a started part. If the process has been asked to stop in the meantime, stops the part immediately
 * and throws.
 */
export async function isUp(part: Part): Promise<void> {
  if (!stopping) return void running.push(part);
  await part.stop();
  throw new Error('The process was stopped while starting.');
}

export function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    const late = setTimeout(() => process.exit(code || 1), STOP_MS);
    for (let part = running.pop(); part; part = running.pop()) {
      const { name } = part;
      await part
        .stop()
        .catch((error: unknown) => console.error(`Stopping ${name} failed: ${explain(error)}`));
    }
    // Parts that are still starting stop themselves.
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
