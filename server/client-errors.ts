import type { App } from './platform/app.ts';
import { handlers } from './platform/http/context.ts';

/** Frames of a stack that are worth keeping. */
const MOST_FRAMES = 30;

/**
 * client-error.php: logs an error of a page as one of ours, from where it goes to the service of SENTRY_DSN. Anybody may send
 * anything here, and messages of browsers may quote what somebody typed: only what has the shape of code is kept.
 */
export const clientErrorHandlers = (app: App) =>
  handlers({
    async clientError({ body }) {
      app.log.error({ err: pageError(body), path: patternOf(body.path) }, 'error in a page');
      return { ok: true };
    },
  });

/** The error as far as it is about code: its kind, its message without quotations and numbers, its frames without hosts and queries. */
export function pageError({ name, message, stack }: { name: string; message: string; stack: string }): Error {
  const error = new Error(withoutQuotations(message));
  error.name = /^[A-Za-z]{1,40}$/.test(name) ? name : 'Error';
  error.stack = [`${error.name}: ${error.message}`, ...framesOf(stack).slice(0, MOST_FRAMES)].join('\n');
  return error;
}

/** `/en/chats/123` as `/en/chats/:id`; an unguessable part of an address as `:token`. */
const patternOf = (path: string) =>
  path
    .replace(/[?#].*$/s, '')
    .split('/')
    .map((part) => (/^\d+$/.test(part) ? ':id' : /^[a-z][a-z-]{0,30}$/.test(part) || part === '' ? part : ':token'))
    .join('/')
    .slice(0, 120);

/** React's own messages are numbers with an address where they are explained. */
const REACT = /^Minified React error #\d+/;

function withoutQuotations(message: string): string {
  const known = REACT.exec(message);
  if (known) return known[0];
  return message
    .replace(/(["'`“”‘’«»]).*(["'`“”‘’«»])/gs, '…')
    .replace(/\d{3,}/g, '…')
    .replace(/\s+/g, ' ')
    .slice(0, 120);
}

/** Chromium's `at name (https://site/assets/x.js:1:2)` and the `name@https://site/assets/x.js:1:2` of Firefox and Safari, as the former. */
function framesOf(stack: string): string[] {
  return stack.split('\n').flatMap((line) => {
    const found = /^\s*(?:at )?(?:async )?(?:([\w$.<>[\] ]{0,80}?) ?[@(])?https?:\/\/[^/\s]+\/([\w./-]{1,200})(?:\?[^:]*)?:(\d+):(\d+)\)?$/.exec(line);
    return found ? [`    at ${found[1] || '?'} (${found[2]}:${found[3]}:${found[4]})`] : [];
  });
}
