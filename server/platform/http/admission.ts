import type { Log } from '../log.ts';
import type { Admission, ReadyAnswer } from './front.ts';
import { DATA_HEADERS } from './headers.ts';
import { refuse } from './refusal.ts';

/**
 * How many requests a process works on at once. Twenty connections to the database serve a few hundred of them within a
 * second; later requests would wait longer than the answer is worth.
 */
const MOST_AT_ONCE = 400;
const RETRY_SECONDS = 2;
/** Never turned away: what says how the site is, files that cost nothing, and streams, which wait without working. */
const EXEMPT = /^\/(?:health|api\/health\.php|api\/events\.php|assets\/|i18n\/)/;

/** From so many on, requests are turned away as soon as those before them took too long: a machine that others use answers fewer. */
const FEW = 100;
const LATE_MS = 500;
/** How much the newest request counts in what they took lately. */
const NEWEST = 0.05;
const TELL_MS = 1000;

const REFUSAL = refusalOf(JSON.stringify(refuse('unavailable').body()));

/**
 * Turns requests away early, reads and writes alike, when the process has more than it can answer in time: `unavailable`
 * with `retry-after`, before a body is read. There are thousands of them while it lasts, so each is answered in front of the routes and costs
 * next to nothing, and the log has a line a second that counts them. What a page asks within the process belongs to a request that was let in.
 */
export function shedOverload(log: Pick<Log, 'warn'>, most = MOST_AT_ONCE): Admission {
  let working = 0;
  let lately = 0;
  let shed = 0;
  const tell = () => {
    log.warn({ shed, working, lately: Math.round(lately) }, 'overload: requests were turned away');
    shed = 0;
  };
  return {
    exempts: (url) => EXEMPT.test(url),
    refusal: REFUSAL,
    enter() {
      if (working >= most || (working >= FEW && lately > LATE_MS)) {
        if (shed++ === 0) setTimeout(tell, TELL_MS).unref();
        return null;
      }
      working++;
      const began = performance.now();
      return () => {
        working--;
        lately += NEWEST * (performance.now() - began - lately);
      };
    },
  };
}

function refusalOf(text: string): ReadyAnswer {
  const body = Buffer.from(text);
  const headers = { ...DATA_HEADERS, 'retry-after': RETRY_SECONDS, 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' };
  return { status: 503, headers: Object.entries({ ...headers, 'content-length': body.length }).flatMap(([name, value]) => [name, String(value)]), body };
}
