import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import { modules } from './modules.ts';
import { takeRefusal } from './notifications/index.ts';
import type { App } from './platform/app.ts';
import { backupJobs } from './platform/backup/schedule.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/database/index.ts';
import { poolSizes } from './platform/database/pool.ts';
import { createReplica } from './platform/database/replica.ts';
import { version } from './platform/environment.ts';
import { openGeoIp } from './platform/gazetteer/geoip.ts';
import { createJobs, type CronEntry, forgetFailedJobs, type JobHandlers } from './platform/jobs.ts';
import { createLimits } from './platform/limits.ts';
import { createLocalEventBus, type EventBus } from './platform/live/events.ts';
import type { RedisAddress } from './platform/live/redis-address.ts';
import { reconnectWhenSilent } from './platform/live/redis-watch.ts';
import type { Log } from './platform/log.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { createMailer } from './platform/outgoing/mailer.ts';
import { createOutbox } from './platform/outgoing/outbox.ts';
import { createPush } from './platform/outgoing/push.ts';
import { createSms } from './platform/outgoing/sms.ts';
import { ownSeries } from './platform/own-series.ts';
import { registerSeries } from './platform/series.ts';
import { openStorage, type Storage } from './platform/storage.ts';
import { tables as platformTables } from './platform/tables.ts';
import { createTracing, type Tracing } from './platform/tracing.ts';
import type { Readiness } from './readiness.ts';
import { createSiteHttp } from './site-http.ts';
import { mailSiteOf } from './site-settings/index.ts';
import { ownWordsOf } from './texts/index.ts';

export interface Site {
  app: App;
  /** Until the site is ready, every address except health.php responds 503. */
  readiness: Readiness;
  jobHandlers: JobHandlers;
  cron: CronEntry[];
  metrics: Metrics;
  createHttp(): Promise<FastifyInstance>;
  close(): Promise<void>;
}

/**
 * Assembles parts and modules on an existing database. Nothing runs or listens yet. `around` may wrap the
 * site's file storage.
 */
export async function assemble(
  config: Config,
  databaseUrl: string,
  log: Log,
  around: (own: Storage) => Storage = (own) => own,
): Promise<Site> {
  const tracing = await createTracing(config.tracing, version);
  const { database, forSends, replica } = openDatabases(config, databaseUrl, tracing.statement, log);
  const { db } = database;
  const metrics = createMetrics([...database.pools, ...forSends.pools]);
  const { redis, events } = await openLimitsAndEvents(config.redis, log);
  const jobs = createJobs({
    url: databaseUrl,
    pooler: config.database.pooler,
    log,
    around: (name, work) => metrics.job(name, () => tracing.job(name, work)),
  });
  const outbox = createOutbox(db);
  const limits = createLimits({ redis, scale: config.limitsScale });
  const mailer = createMailer({
    config,
    db,
    jobs,
    limits,
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
    dbForSends: forSends.db,
    replica,
    log,
    events,
    mailer,
    outbox,
    sms,
    push,
    storage: around(await openStorage(config)),
    limits,
    jobs,
    geoip: await openGeoIp(config.asnDatabase, log),
    tables: [platformTables, ...modules.flatMap((module) => module.tables ?? [])],
    parts: {} as App['parts'],
  };
  for (const module of modules) Object.assign(app.parts, module.create?.(app));
  const backups = backupJobs({ url: databaseUrl, storage: app.storage }, config, log);
  const { presence } = app.parts;
  const readiness: Readiness = { ready: false };
  if (config.role !== 'web')
    registerSeries(metrics.registry, [
      ...ownSeries(db, config),
      ...modules.flatMap((module) => module.series?.(app) ?? []),
    ]);

  return {
    app,
    readiness,
    metrics,
    ...backgroundWork(app, [mailer, sms, push, backups]),
    createHttp: () => createSiteHttp({ app, tracing, metrics, readiness }),
    async close() {
      await presence.flush().catch(() => {});
      await events.close();
      redis?.disconnect();
      await replica.close();
      await forSends.close();
      await database.close();
      await tracing.close();
    },
  };
}

/**
 * The main connection pool, and three with generic plans: for search, for the queries of `prepared`, and for sends.
 * Planning such a query for its values costs PostgreSQL more than running it. Search has its own pool, so that slow
 * searches delay nothing else. Sends have their own because a connection's first one is slow to plan
 * (docs/decisions/0039-fast-paths.md).
 */
function openDatabases(config: Config, url: string, onStatement: Tracing['statement'], log: Log) {
  const { pooler, poolSize, replicaUrl } = config.database;
  const shared = { pooler, onStatement, preparedText: config.fastPaths['prepared-text'] };
  const sizes = poolSizes(poolSize);
  const forSearch = (address: string) =>
    openDatabase({ url: address, size: sizes.search, plansOnce: true, ...shared });
  return {
    database: openDatabase({ url, size: sizes.main, preparedSize: sizes.prepared, ...shared }),
    forSends: openDatabase({ url, size: sizes.sends, plansOnce: true, staysOpen: true, ...shared }),
    replica: createReplica({
      own: forSearch(url),
      replica: replicaUrl ? forSearch(replicaUrl) : null,
      log,
    }),
  };
}

function backgroundWork(
  app: App,
  parts: { jobs: JobHandlers; cron?: CronEntry[] }[],
): Pick<Site, 'jobHandlers' | 'cron'> {
  return {
    jobHandlers: {
      'forget-failed-jobs': () => forgetFailedJobs(app.db),
      ...Object.assign(
        {},
        ...parts.map(({ jobs }) => jobs),
        ...modules.map((module) => module.jobs?.(app) ?? {}),
      ),
    },
    cron: [
      { job: 'forget-failed-jobs', at: '27 4 * * *' },
      ...parts.flatMap(({ cron }) => cron ?? []),
      ...modules.flatMap((module) => module.cron ?? []),
    ],
  };
}

/** Without `REDIS_URL`, limits and events stay in memory, and the client of Redis is not loaded. */
async function openLimitsAndEvents(
  address: RedisAddress | null,
  log: Log,
): Promise<{ redis: Redis | null; events: EventBus }> {
  if (address === null) return { redis: null, events: createLocalEventBus() };
  const { createRedisEventBus } = await import('./platform/live/events-redis.ts');
  return { redis: await connectLimits(address, log), events: createRedisEventBus(address, log) };
}

/** A Redis outage does not take the site down: each process falls back to its own state. */
async function connectLimits(address: RedisAddress, log: Log): Promise<Redis> {
  const { openRedis } = await import('./platform/live/redis.ts');
  const redis = openRedis(address, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: 2000,
    commandTimeout: 1000,
  });
  redis.on('error', (error: Error) => log.warn({ err: error.message }, 'Redis is unavailable'));
  reconnectWhenSilent(redis);
  return redis;
}
