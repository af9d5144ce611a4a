import { DeadlineExceeded, withDeadline } from './platform/deadline.ts';
import { ConfigError } from './platform/environment.ts';

// Starts the parts of a process one by one, and stops them in reverse order.

/** Deadline of a graceful stop. After it the process exits even if parts are still running. */
const STOP_MS = 25_000;
/** Deadline of one part, after which the next is stopped. Requests in progress may take 10 s. */
const PART_MS = 11_000;

export interface Part {
  name: string;
  stop(): Promise<unknown>;
  /** Deadline of a part that needs more time than others; it also postpones that of the whole stop. */
  stopMs?: number;
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

const heed = () => void stop(0);

/**
 * Installs the only signal handlers; Vite would otherwise end the process itself. Ours stay in place while
 * others are removed: if none is left, even for a moment, Node drops a signal that came while the event loop
 * was busy, and the process serves on.
 */
export function heedSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    if (!process.listeners(signal).includes(heed)) process.on(signal, heed);
    for (const other of process.listeners(signal)) if (other !== heed) process.removeListener(signal, other);
  }
}

/**
 * Registers a started part. If the process has been asked to stop in the meantime, stops the part immediately
 * and throws.
 */
export async function isUp(part: Part): Promise<void> {
  if (!stopping) return void running.push(part);
  await stopPart(part);
  throw new Error('The process was stopped while starting.');
}

export function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    const more = running.reduce((ms, { stopMs = PART_MS }) => ms + stopMs - PART_MS, 0);
    const late = setTimeout(() => process.exit(code || 1), STOP_MS + more);
    let allEnded = true;
    for (let part = running.pop(); part; part = running.pop()) allEnded = (await stopPart(part)) && allEnded;
    // Parts that are still starting stop themselves.
    await starting.catch(() => {});
    clearTimeout(late);
    process.exit(allEnded ? code : code || 1);
  })();
  return stopping;
}

/** Resolves to false if the part did not end in time. */
async function stopPart({ name, stop, stopMs = PART_MS }: Part): Promise<boolean> {
  try {
    await withDeadline(stopMs, 'It', () => stop());
    return true;
  } catch (error) {
    console.error(`Stopping ${name} failed: ${explain(error)}`);
    return !(error instanceof DeadlineExceeded);
  }
}

export const isStopping = (): boolean => stopping !== null;

export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return process.env['LOG_LEVEL'] === 'debug' ? (error.stack ?? error.message) : error.message;
}
