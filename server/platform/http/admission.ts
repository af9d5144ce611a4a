import { calls } from '#contract/calls.ts';
import type { Admission, ReadyAnswer } from '../fast/front.ts';
import type { Log } from '../log.ts';
import { isOpenAddress } from '../outgoing/safe-request.ts';
import { DATA_HEADERS } from './headers.ts';
import { refuse } from './refusal.ts';
import { networkOf } from './request-line.ts';

/**
 * Maximum concurrent requests. Twenty database connections serve a few hundred requests within a second;
 * further ones would wait too long to be useful.
 */
const MOST_AT_ONCE = 400;
const RETRY_SECONDS = 2;
/**
 * Never shed: health checks, and files that cost nothing. Event streams are not shed either, because they
 * wait without working.
 */
const EXEMPT = /^\/(?:health|api\/health\.php|assets\/|i18n\/)/;
const STREAMS: readonly string[] = [calls.events.path, calls.deskEvents.path];

export const isEventStream = (url: string): boolean =>
  STREAMS.some((path) => url.startsWith(path) && (url.length === path.length || url[path.length] === '?'));

/** Maximum open requests of one address. A household has a few dozen at most, an office more. */
const MOST_OF_ONE = 150;

/**
 * Above this number, requests are shed if recent ones took too long, because a machine shared with other
 * programs handles fewer.
 */
const FEW = 100;
const LATE_MS = 500;
const NEWEST = 0.05;
const TELL_MS = 1000;

const REFUSAL = refusalOf(JSON.stringify(refuse('unavailable').body()));

/**
 * Sheds reads and writes alike if the process has more requests than it can answer in time: `unavailable`
 * with `retry-after`, before the body is read. An overload sheds thousands of requests, so they are answered
 * before the routes at almost no cost, and one log line a second counts them. A page's internal API calls
 * belong to its admitted request and are not shed.
 *
 * A request counts as work from the end of its body to the start of its response: slow senders and readers
 * occupy only a socket, and each address has a limited number of those. An address of a private network
 * belongs to a proxy that TRUST_PROXY does not list, and has no limit.
 */
export function shedOverload(
  log: Pick<Log, 'warn'>,
  most = MOST_AT_ONCE,
  mostOfOne = MOST_OF_ONE,
): Admission {
  let working = 0;
  let lately = 0;
  let shed = 0;
  const tell = () => {
    log.warn({ shed, working, lately: Math.round(lately) }, 'overload: requests were shed');
    shed = 0;
  };
  const open = new Map<string, number>();
  const turnAway = (): null => {
    if (shed++ === 0) setTimeout(tell, TELL_MS).unref();
    return null;
  };
  return {
    exempts: (url) => EXEMPT.test(url) || isEventStream(url),
    isStream: isEventStream,
    refusal: REFUSAL,
    enter(ip) {
      const network = networkOf(ip);
      const theirs = open.get(network) ?? 0;
      const isFull = working >= most || (working >= FEW && lately > LATE_MS);
      if (isFull || (theirs >= mostOfOne && isOpenAddress(ip))) return turnAway();
      open.set(network, theirs + 1);
      return {
        begin() {
          working++;
          const began = performance.now();
          return () => {
            working--;
            lately += NEWEST * (performance.now() - began - lately);
          };
        },
        leave() {
          const left = (open.get(network) ?? 1) - 1;
          if (left > 0) open.set(network, left);
          else open.delete(network);
        },
      };
    },
  };
}

function refusalOf(text: string): ReadyAnswer {
  const body = Buffer.from(text);
  const headers = {
    ...DATA_HEADERS,
    'retry-after': RETRY_SECONDS,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  };
  return {
    status: 503,
    headers: Object.entries({ ...headers, 'content-length': body.length }).flatMap(([name, value]) => [
      name,
      String(value),
    ]),
    body,
  };
}
