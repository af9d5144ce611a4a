import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { App } from './platform/app.ts';
import { handlers } from './platform/http/context.ts';
import { refuse } from './platform/http/refusal.ts';

/** Whether the site is migrated and seeded, and not on its way down. */
export interface Readiness {
  ready: boolean;
}

const RETRY_SECONDS = 2;

/** The folder that this release runs from, which an upgrade waits to see. */
const release = basename(join(import.meta.dirname, '..'));

export const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string };

/** health.php: 200 once the site is ready and its database answers, else 503. */
export const healthHandlers = (app: App) =>
  handlers({
    async health() {
      await sql`select 1`.execute(app.db);
      return { status: 'ok', version, release, database: app.config.database.url ? 'external' : 'embedded' };
    },
  });

/** `/health`, where load balancers look first: the same as health.php. */
export function registerHealth(http: FastifyInstance, app: App): void {
  const { health } = healthHandlers(app);
  http.get('/health', async (_request, reply) => reply.header('cache-control', 'no-store').send(await health({} as never, {} as never)));
}

/** Answers 503 to everything while the site is coming up; that is no fault, so nothing is logged. */
export function refuseUntilReady(http: FastifyInstance, readiness: Readiness): void {
  http.addHook('onRequest', (request, reply, done) => {
    if (readiness.ready) return done();
    reply.code(503).header('retry-after', RETRY_SECONDS).header('cache-control', 'no-store');
    if (request.url.startsWith('/api/')) return void reply.send(refuse('unavailable').body());
    reply.header('refresh', RETRY_SECONDS).type('text/plain; charset=utf-8');
    reply.send('The site is starting. This page tries again by itself.');
  });
}
