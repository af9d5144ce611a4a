import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { refuse } from './refusal.ts';

/**
 * How many requests a process works on at once. Twenty connections to the database serve a few hundred of them within a
 * second; later requests would wait longer than the answer is worth.
 */
const MOST_AT_ONCE = 400;
const RETRY_SECONDS = 2;
/** Never turned away: what says how the site is, files that cost nothing, and streams, which wait without working. */
const EXEMPT = /^\/(?:health|api\/health\.php|api\/events\.php|assets\/|i18n\/)/;

/**
 * Turns requests away early, reads and writes alike, when the process has more than it can answer in time: `unavailable`
 * with `retry-after`, before a body is read, in one line of the log each. What a page asks within the process belongs to a
 * request that was let in.
 */
export function shedOverload(http: FastifyInstance, most = MOST_AT_ONCE): void {
  let working = 0;
  http.addHook('onRequest', async (request, reply) => {
    if (EXEMPT.test(request.url) || !(request.raw.socket instanceof Socket)) return;
    if (working >= most) throw refuse('unavailable', {}, RETRY_SECONDS);
    working++;
    reply.raw.once('close', () => working--);
  });
}
