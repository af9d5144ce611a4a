import { randomUUID } from 'node:crypto';
import { join, relative } from 'node:path';

// Our own errors, sent to a service of the Sentry protocol (SENTRY_DSN). It gets what the log gets, after the log's own scrubbing:
// no body, cookie, address or header of a request, and no name of a machine.

/** An error as the log describes it: `describeError` in log.ts. */
export interface DescribedError {
  type: string;
  message: string;
  stack: string;
  code?: unknown;
}

export interface ErrorReports {
  /** Sends one error; never throws and never waits. `where` is a route's pattern or a job's name. */
  take(error: DescribedError, message: string, where: string | undefined): void;
  /** Waits for what is on its way. */
  flush(): Promise<void>;
}

/** The same error is sent once in this time, and no more than so many at all: a fault that hits everybody is one fault. */
const WINDOW_MS = 60_000;
const MOST_IN_WINDOW = 20;
const TIMEOUT_MS = 5000;
const ROOT = join(import.meta.dirname, '../..');

/** `dsn` is `https://key@host/path/project`. */
export function createErrorReports(dsn: string, { release, production }: { release: string; production: boolean }): ErrorReports {
  const { protocol, host, username, pathname } = new URL(dsn);
  const [, path = '', project = ''] = /^(.*)\/([^/]+)$/.exec(pathname) ?? [];
  const target = `${protocol}//${host}${path}/api/${project}/envelope/`;
  const auth = `Sentry sentry_version=7, sentry_client=liaison/${release}, sentry_key=${username}`;
  const sending = new Set<Promise<unknown>>();
  let sentLately = new Set<string>();
  let windowEnds = 0;

  const post = async (envelope: string) => {
    const answer = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/x-sentry-envelope', 'x-sentry-auth': auth },
      body: envelope,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    const pause = Number(answer.headers.get('retry-after'));
    // Told to wait, it waits: the rest of this window is not sent.
    if (answer.status === 429) windowEnds = Math.max(windowEnds, Date.now() + pause * 1000);
    if (answer.status === 429) sentLately = new Set(Array.from({ length: MOST_IN_WINDOW }, (_, n) => `full ${n}`));
  };

  return {
    take(error, message, where) {
      if (Date.now() > windowEnds) {
        sentLately = new Set();
        windowEnds = Date.now() + WINDOW_MS;
      }
      const same = `${error.type} ${where} ${error.stack.split('\n').slice(1, 3).join()}`;
      if (sentLately.has(same) || sentLately.size >= MOST_IN_WINDOW) return;
      sentLately.add(same);
      const event = {
        event_id: randomUUID().replaceAll('-', ''),
        timestamp: Date.now() / 1000,
        platform: 'node',
        level: 'error',
        logger: 'liaison',
        release: `liaison@${release}`,
        environment: production ? 'production' : 'development',
        server_name: 'liaison',
        message: { formatted: message },
        ...(where ? { transaction: where } : {}),
        ...(error.code === undefined ? {} : { tags: { code: String(error.code) } }),
        exception: { values: [{ type: error.type, value: error.message, stacktrace: { frames: framesOf(error.stack) } }] },
      };
      const lines = [{ event_id: event.event_id, sent_at: new Date().toISOString() }, { type: 'event' }, event];
      const sent = post(lines.map((line) => `${JSON.stringify(line)}\n`).join('')).catch(() => {});
      sending.add(sent);
      void sent.finally(() => sending.delete(sent));
    },
    flush: async () => void (await Promise.all(sending)),
  };
}

/** The lines of a stack as the protocol wants them, the innermost last; paths from the project's root. */
function framesOf(stack: string): { function: string; filename: string; lineno: number; colno: number; in_app: boolean }[] {
  return stack
    .split('\n')
    .flatMap((line) => {
      const found = /^\s*at (?:(.*?) \()?(?:file:\/\/)?(.*?):(\d+):(\d+)\)?$/.exec(line);
      if (!found) return [];
      const file = found[2]!.startsWith('/') ? relative(ROOT, found[2]!) : found[2]!;
      const inApp = !file.startsWith('node:') && !file.includes('node_modules');
      return [{ function: found[1] ?? '?', filename: file, lineno: Number(found[3]), colno: Number(found[4]), in_app: inApp }];
    })
    .reverse();
}
