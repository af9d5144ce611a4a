import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { App } from './platform/app.ts';
import { release, version } from './platform/environment.ts';
import { handlers } from './platform/http/context.ts';
import { refuse } from './platform/http/refusal.ts';
import { cameThroughProxy } from './platform/http/request-line.ts';
import { queueState } from './platform/job-workers.ts';
import { remember } from './platform/remembered.ts';

/** True while the site is migrated, seeded and not shutting down. */
export interface Readiness {
  ready: boolean;
}

const RETRY_SECONDS = 2;

/** Caches the state of the queue, because anybody may request health and the query reads all waiting jobs. */
const QUEUE_MS = 5000;

type Health = CallReply<'health'>;

/**
 * Reports the site's state once its database answers. A queue without progress is reported, but with status
 * 200, because a load balancer should keep sending requests for pages. Only programs on this machine see the
 * release, since a version helps attackers. An upgrade waits until health reports its release.
 */
function createHealth(app: App): (request: Pick<FastifyRequest, 'raw'>) => Promise<Health> {
  const standsStill = remember(async () => (await queueState(app.db)).standsStill, QUEUE_MS);
  return async (request) => {
    await sql`select 1`.execute(app.db);
    const status = (await standsStill.get()) ? 'jobs_stand_still' : 'ok';
    if (!isOfThisMachine(request)) return { status };
    return { status, version, release, database: app.config.database.url ? 'external' : 'embedded' };
  };
}

/** Returns whether the request comes from this machine, and not through a proxy on it. */
const isOfThisMachine = ({ raw: { socket, headers } }: Pick<FastifyRequest, 'raw'>): boolean =>
  /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') && !cameThroughProxy(headers);

export function healthHandlers(app: App) {
  const health = createHealth(app);
  return handlers({ health: (_input, { request }) => health(request) });
}

export function registerHealth(http: FastifyInstance, app: App): void {
  const health = createHealth(app);
  http.get('/health', async (request, reply) =>
    reply.header('cache-control', 'no-store').send(await health(request)),
  );
}

/** Responds 503 to everything while the site is starting. That is not an error, so nothing is logged. */
export function refuseUntilReady(http: FastifyInstance, readiness: Readiness): void {
  http.addHook('onRequest', (request, reply, done) => {
    if (readiness.ready) return done();
    reply.code(503).header('retry-after', RETRY_SECONDS).header('cache-control', 'no-store');
    if (request.url.startsWith('/api/')) return void reply.send(refuse('unavailable').body());
    reply.header('refresh', RETRY_SECONDS).type('text/plain; charset=utf-8');
    reply.send('The site is starting. This page tries again by itself.');
  });
}
