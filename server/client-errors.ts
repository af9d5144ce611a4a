import { storePageError, withoutQuotations } from './operations/index.ts';
import type { App } from './platform/app.ts';
import { version } from './platform/environment.ts';
import { handlers } from './platform/http/context.ts';

const MOST_FRAMES = 30;

/**
 * client-error.php: logs a page's error and counts it for the office; the log also sends it to the service of SENTRY_DSN.
 * Anybody may post anything, and browsers quote input in messages, so only text that looks like code is used.
 */
export const clientErrorHandlers = (app: App) =>
  handlers({
    async clientError({ body }) {
      const error = pageError(body);
      const path = patternOf(body.path);
      app.log.error({ err: error, path }, 'error in a page');
      await storePageError(app.db, {
        release: version,
        name: error.name,
        message: error.message,
        path,
        frame: error.stack?.split('\n')[1]?.trim() ?? null,
      });
      return { ok: true };
    },
  });

/**
 * The error reduced to code: kind, message without quotations and numbers, frames without hosts and queries.
 */
export function pageError({ name, message, stack }: { name: string; message: string; stack: string }): Error {
  const error = new Error(withoutQuotations(message));
  error.name = /^[A-Za-z]{1,40}$/.test(name) ? name : 'Error';
  error.stack = [`${error.name}: ${error.message}`, ...framesOf(stack).slice(0, MOST_FRAMES)].join('\n');
  return error;
}

/** Turns `/en/chats/123` into `/en/chats/:id`, and unguessable path segments into `:token`. */
const patternOf = (path: string) =>
  path
    .replace(/[?#].*$/s, '')
    .split('/')
    .map((part) =>
      /^\d+$/.test(part) ? ':id' : /^[a-z][a-z-]{0,30}$/.test(part) || part === '' ? part : ':token',
    )
    .join('/')
    .slice(0, 120);

/**
 * Normalises stack frames: Chromium's `at name (https://site/assets/x.js:1:2)`, and the
 * `name@https://site/assets/x.js:1:2` of Firefox and Safari.
 */
function framesOf(stack: string): string[] {
  return stack.split('\n').flatMap((line) => {
    const found =
      /^\s*(?:at )?(?:async )?(?:([\w$.<>[\] ]{0,80}?) ?[@(])?https?:\/\/[^/\s]+\/([\w./-]{1,200})(?:\?[^:]*)?:(\d+):(\d+)\)?$/.exec(
        line,
      );
    return found ? [`    at ${found[1] || '?'} (${found[2]}:${found[3]}:${found[4]})`] : [];
  });
}
