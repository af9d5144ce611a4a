import type { FastifyInstance } from 'fastify';
import { Redis } from 'ioredis';
import type { App } from './platform/app.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/database/index.ts';
import { createReplica } from './platform/database/replica.ts';
import { createLocalEventBus } from './platform/live/events.ts';
import { createRedisEventBus } from './platform/live/events-redis.ts';
import { openGeoIp } from './platform/gazetteer/geoip.ts';
import { createHttpServer } from './platform/http/server.ts';
import { registerCalls } from './platform/http/register-calls.ts';
import type { Handlers } from './platform/http/context.ts';
import { createJobs, type CronEntry, forgetFailedJobs, type JobHandlers } from './platform/jobs.ts';
import { createLimits } from './platform/limits.ts';
import type { Log } from './platform/log.ts';
import { registerMailGallery } from './platform/outgoing/mail-gallery.ts';
import { createMailer } from './platform/outgoing/mailer.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { ownSeries } from './platform/own-series.ts';
import { registerSeries } from './platform/series.ts';
import { createOutbox } from './platform/outgoing/outbox.ts';
import { registerOutbox } from './platform/outgoing/outbox-pages.ts';
import { createPush } from './platform/outgoing/push.ts';
import { backupJobs } from './platform/backup/schedule.ts';
import { createSms } from './platform/outgoing/sms.ts';
import { openStorage, type Storage } from './platform/storage.ts';
import { createTracing } from './platform/tracing.ts';
import { recordActs } from './audit/index.ts';
import { tables as platformTables } from './platform/tables.ts';
import { authenticate, sessionOfToken } from './identity/index.ts';
import { takeRefusal } from './notifications/index.ts';
import { mailSiteOf } from './site-settings/index.ts';
import { ownWordsOf } from './texts/index.ts';
import { modules } from './modules.ts';
import { clientErrorHandlers } from './client-errors.ts';
import { healthHandlers, refuseUntilReady, registerHealth, version, type Readiness } from './readiness.ts';

/** The site put together: its parts, and what of them is answered and run. */
export interface Site {
  app: App;
  /** Says when the site is ready; until then everything but health.php is answered 503. */
  readiness: Readiness;
  jobHandlers: JobHandlers;
  cron: CronEntry[];
  metrics: Metrics;
  /** The HTTP server with every route but the pages; not listening yet. */
  createHttp(): Promise<FastifyInstance>;
  /** Lets go of everything that `assemble` opened. */
  close(): Promise<void>;
}

/**
 * Puts the parts and modules together on a database that is there. Nothing runs or listens before it is asked to. `around` may put
 * something between the site and its store of files.
 */
export async function assemble(config: Config, databaseUrl: string, log: Log, around: (own: Storage) => Storage = (own) => own): Promise<Site> {
  const pooler = config.database.pooler;
  const tracing = await createTracing(config.tracing, version);
  const onStatement = tracing.statement;
  const database = openDatabase({ url: databaseUrl, size: config.database.poolSize, pooler, onStatement });
  const { db } = database;
  const metrics = createMetrics(database.pool);
  // Search has connections of its own: planning a search for its values costs PostgreSQL more than running it does.
  const forSearch = (url: string) => openDatabase({ url, size: Math.ceil(config.database.poolSize / 2), pooler, plansOnce: true, onStatement });
  const { replicaUrl } = config.database;
  const replica = createReplica({ own: forSearch(databaseUrl), replica: replicaUrl ? forSearch(replicaUrl) : null, log });
  const redis = config.redisUrl ? openRedis(config.redisUrl, log) : null;
  const events = config.redisUrl ? createRedisEventBus(config.redisUrl, log) : createLocalEventBus();
  const jobs = createJobs({ url: databaseUrl, pooler, log, around: (name, work) => metrics.job(name, () => tracing.job(name, work)) });
  const outbox = createOutbox(db);
  const mailer = createMailer({
    config,
    db,
    jobs,
    outbox,
    log,
    siteOf: (host) => mailSiteOf(app, host),
    wordsOf: (asked) => ownWordsOf(app, asked),
    onRefused: (refused) => takeRefusal(app, refused),
  });
  const sms = createSms({ config, db, jobs, outbox });
  const push = createPush({ config, db, jobs, outbox, log });
  const app: App = {
    config,
    db,
    replica,
    log,
    events,
    mailer,
    outbox,
    sms,
    push,
    storage: around(await openStorage(config)),
    limits: createLimits({ redis, scale: config.limitsScale }),
    jobs,
    geoip: await openGeoIp(),
    tables: [platformTables, ...modules.flatMap((module) => module.tables ?? [])],
    parts: {} as App['parts'],
  };
  for (const module of modules) Object.assign(app.parts, module.create?.(app));
  const backups = backupJobs({ url: databaseUrl, storage: app.storage }, config, log);
  const { presence } = app.parts;
  const readiness: Readiness = { ready: false };
  if (config.role !== 'web') registerSeries(metrics.registry, [...ownSeries(db, config), ...modules.flatMap((module) => module.series?.(app) ?? [])]);

  return {
    app,
    readiness,
    metrics,
    jobHandlers: Object.assign(
      { 'forget-failed-jobs': () => forgetFailedJobs(db) },
      mailer.jobs,
      sms.jobs,
      push.jobs,
      backups.jobs,
      ...modules.map((module) => module.jobs?.(app) ?? {}),
    ) as JobHandlers,
    cron: [{ job: 'forget-failed-jobs', at: '27 4 * * *' }, ...mailer.cron, ...backups.cron, ...modules.flatMap((module) => module.cron ?? [])],
    async createHttp() {
      const http = await createHttpServer(config, log);
      tracing.watch(http);
      metrics.watch(http);
      http.front.onAnswered(metrics.page);
      // A traced request has its span from the routes.
      http.front.openWhile(() => readiness.ready && onStatement === null);
      refuseUntilReady(http, readiness);
      registerHealth(http, app);
      metrics.streams(endStreamsOnClose(http));
      for (const module of modules) await module.routes?.(http, app);
      if (config.outboxPages) {
        registerOutbox(http, outbox);
        registerMailGallery(http, { publicUrl: config.publicUrl, siteOf: () => mailSiteOf(app, null) });
      }
      const handlers: Partial<Handlers> = Object.assign(
        {},
        healthHandlers(app),
        clientErrorHandlers(app),
        ...modules.map((module) => module.handlers?.(app) ?? {}),
      );
      registerCalls(http, {
        production: config.production,
        handlers,
        limits: app.limits,
        recordActs: (tx, acts) => recordActs(tx ?? db, acts),
        authenticateToken: (token) => sessionOfToken(db, token),
        async authenticate(cookie) {
          const session = await authenticate(app, cookie);
          if (session) presence.seen(session.memberId);
          return session;
        },
      });
      return http;
    },
    async close() {
      await presence.flush().catch(() => {});
      await events.close();
      redis?.disconnect();
      await replica.close();
      await database.close();
      await tracing.close();
    },
  };
}

/** Event streams never end by themselves: closing the server ends them, and the browsers come back to its successor. Returns how many are open. */
function endStreamsOnClose(http: FastifyInstance): () => number {
  const streams = new Set<{ end(): void }>();
  http.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/events.php')) {
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

/** Redis that is away is no fault of the site: each process then goes by its own view. */
function openRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false, connectTimeout: 2000, commandTimeout: 1000 });
  redis.on('error', (error: Error) => log.warn({ err: error.message }, 'Redis is away'));
  return redis;
}
