import { randomUUID } from 'node:crypto';
import { join, relative } from 'node:path';
import { itemAt } from '#contract/must.ts';

// Sends our own errors to a service that speaks the Sentry protocol (SENTRY_DSN). The service receives the
// scrubbed log line: no request body, cookie, address, header or host name.

export interface DescribedError {
  type: string;
  message: string;
  stack: string;
  code?: unknown;
}

export interface ErrorReports {
  /** Sends one error in the background and never throws. `where` is a route's pattern or a job's name. */
  take(error: DescribedError, message: string, where: string | undefined): void;
  flush(): Promise<void>;
}

/**
 * An error is sent at most once per window, so a fault that affects everybody is reported once. The second
 * limit covers all errors together.
 */
const WINDOW_MS = 60_000;
const MOST_IN_WINDOW = 20;
const TIMEOUT_MS = 5000;
const MOST_PAUSE_MS = 3_600_000;
const ROOT = join(import.meta.dirname, '../..');

/** `dsn` has the form `https://key@host/path/project`. */
export function createErrorReports(
  dsn: string,
  { release, production }: { release: string; production: boolean },
): ErrorReports {
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
    if (answer.status !== 429) return;
    // After a 429 no more errors are sent in this window.
    windowEnds = Math.max(windowEnds, Date.now() + pauseOf(answer.headers.get('retry-after')));
    sentLately = new Set(Array.from({ length: MOST_IN_WINDOW }, (_, n) => `full ${n}`));
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
        exception: {
          values: [{ type: error.type, value: error.message, stacktrace: { frames: framesOf(error.stack) } }],
        },
      };
      const lines = [
        { event_id: event.event_id, sent_at: new Date().toISOString() },
        { type: 'event' },
        event,
      ];
      const sent = post(lines.map((line) => `${JSON.stringify(line)}\n`).join('')).catch(() => {});
      sending.add(sent);
      void sent.finally(() => sending.delete(sent));
    },
    flush: async () => void (await Promise.all(sending)),
  };
}

/** Milliseconds that a `Retry-After` header asks to wait: it holds seconds or a date. At most an hour. */
function pauseOf(retryAfter: string | null): number {
  const text = retryAfter ?? '';
  const wanted = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(wanted) ? 0 : Math.min(wanted, MOST_PAUSE_MS);
}

/**
 * Parses stack lines into frames of the Sentry protocol, innermost last, with paths relative to the project's
 * root.
 */
function framesOf(
  stack: string,
): { function: string; filename: string; lineno: number; colno: number; in_app: boolean }[] {
  return stack
    .split('\n')
    .flatMap((line) => {
      const found = /^\s*at (?:(.*?) \()?(?:file:\/\/)?(.*?):(\d+):(\d+)\)?$/.exec(line);
      if (!found) return [];
      const path = itemAt(found, 2);
      const file = path.startsWith('/') ? relative(ROOT, path) : path;
      const inApp = !file.startsWith('node:') && !file.includes('node_modules');
      return [
        {
          function: found[1] ?? '?',
          filename: file,
          lineno: Number(found[3]),
          colno: Number(found[4]),
          in_app: inApp,
        },
      ];
    })
    .reverse();
}
