import type { FastifyInstance } from 'fastify';
import { recordActs } from './audit/index.ts';
import { clientErrorHandlers } from './client-errors.ts';
import { authenticate, hasFreshFactor, sessionOfToken } from './identity/index.ts';
import { modules } from './modules.ts';
import type { App } from './platform/app.ts';
import { isEventStream } from './platform/http/admission.ts';
import type { Authentication } from './platform/http/caller.ts';
import type { Handlers } from './platform/http/context.ts';
import { registerDocs } from './platform/http/openapi.ts';
import { refuse } from './platform/http/refusal.ts';
import { registerCalls } from './platform/http/register-calls.ts';
import { cameThroughProxy } from './platform/http/request-line.ts';
import { createHttpServer } from './platform/http/server.ts';
import type { Metrics } from './platform/metrics.ts';
import { registerMailGallery } from './platform/outgoing/mail-gallery.ts';
import { registerOutbox } from './platform/outgoing/outbox-pages.ts';
import type { Tracing } from './platform/tracing.ts';
import { healthHandlers, refuseUntilReady, registerHealth, type Readiness } from './readiness.ts';
import { sitesOfThing } from './site-scope/index.ts';
import { mailSiteOf } from './site-settings/index.ts';
import { assertAgeForArea } from './visibility/index.ts';

interface Parts {
  app: App;
  tracing: Tracing;
  metrics: Metrics;
  readiness: Readiness;
}

export async function createSiteHttp({ app, tracing, metrics, readiness }: Parts): Promise<FastifyInstance> {
  const { config } = app;
  const http = await createHttpServer(config, app.log);
  tracing.watch(http);
  metrics.watch(http);
  http.front.onAnswered(metrics.page);
  // Tracing spans start in the route handlers, which the front path skips.
  http.front.openWhile(() => readiness.ready && tracing.statement === null);
  refuseUntilReady(http, readiness);
  registerHealth(http, app);
  metrics.streams(endStreamsOnClose(http));
  for (const module of modules) await module.routes?.(http, app);
  if (config.outboxPages)
    await http.register(async (dev) => {
      if (config.mail.smtpUrl !== null) refuseForwarded(dev);
      registerOutbox(dev, app.outbox);
      registerMailGallery(dev, { publicUrl: config.publicUrl, siteOf: () => mailSiteOf(app, null) });
    });
  const handlers: Partial<Handlers> = Object.assign(
    {},
    healthHandlers(app),
    clientErrorHandlers(app),
    ...modules.map((module) => module.handlers?.(app) ?? {}),
  );
  const authentication: Authentication = {
    limits: app.limits,
    hasFreshFactor: (session) => hasFreshFactor(app.db, session),
    authenticateToken: (token, host) => sessionOfToken(app, token, host),
    async authenticate(cookie, host) {
      const session = await authenticate(app, cookie, host);
      if (session) app.parts.presence.seen(session.memberId);
      return session;
    },
  };
  registerDocs(http, authentication);
  registerCalls(http, {
    ...authentication,
    production: config.production,
    publicUrl: config.publicUrl,
    handlers,
    recordActs: (tx, acts) => recordActs(tx ?? app.db, acts),
    assertOpen: (member, name, host) => assertAgeForArea(app, member, name, host),
    sitesOf: (of, id) => sitesOfThing(app.db, of, id),
  });
  return http;
}

/**
 * Answers 404 to requests that came through a proxy. A site that sends real mail shows its outbox to this
 * machine only, and behind a proxy every visitor seems to be on this machine.
 */
function refuseForwarded(http: FastifyInstance): void {
  http.addHook('onRequest', async ({ headers }) => {
    if (cameThroughProxy(headers)) throw refuse('not_found');
  });
}

/**
 * Event streams never end by themselves: closing the server ends them, and the browsers reconnect to its
 * successor. Returns the number of open streams.
 */
function endStreamsOnClose(http: FastifyInstance): () => number {
  const streams = new Set<{ end(): void }>();
  http.addHook('onRequest', (request, reply, done) => {
    if (isEventStream(request.url)) {
      streams.add(reply.raw);
      reply.raw.once('close', () => streams.delete(reply.raw));
    }
    done();
  });
  http.addHook('preClose', async () => {
    for (const stream of streams) stream.end();
  });
  return () => streams.size;
}
