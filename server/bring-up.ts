import cluster from 'node:cluster';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import type { Painter } from '#seeds/painter.ts';
import { assemble, type Site } from './assemble.ts';
import { explain, heedSignals, isStopping, isUp, stop } from './lifecycle.ts';
import { takeReport } from './notifications/index.ts';
import { ownerLink } from './office/index.ts';
import { registerPages } from './pages.ts';
import { sendToParent } from './parent-process.ts';
import { createClassifier } from './photos/index.ts';
import type { Config } from './platform/config.ts';
import { openAppRole, type AppRole } from './platform/database/app-role.ts';
import { refuseLossyDatabase } from './platform/database/durability.ts';
import { startEmbedded, type Embedded } from './platform/database/embedded.ts';
import { one, type Db } from './platform/database/index.ts';
import { migrate } from './platform/database/migrate.ts';
import { claimOnlyProcess } from './platform/database/only-process.ts';
import { ConfigError, version } from './platform/environment.ts';
import { createErrorReports } from './platform/error-reports.ts';
import { createLog, type Log } from './platform/log.ts';
import { settleMemory } from './platform/memory/settle-memory.ts';
import { createReturnPaths } from './platform/outgoing/return-path.ts';
import { seconds, step } from './progress.ts';
import { beginWithLawfulGates } from './site-settings/index.ts';
import type { ReadyWord, RetireWord } from './supervise.ts';

// The composition root: starts the site in one process (ROLE selects its parts) and shuts it down without
// losing work.

const began = Date.now();

const RETIRE_MS = 2000;
const CONNECT_MS = 10_000;
const FIRST_MEMBERS = 1000;

export async function bringUp(config: Config): Promise<void> {
  const reports = config.sentryDsn
    ? createErrorReports(config.sentryDsn, { release: version, production: config.production })
    : null;
  const log = createLog(config, undefined, undefined, reports);
  if (reports) await isUp({ name: 'the error reports', stop: () => reports.flush() });
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled promise rejection'));
  await start(config, log);
}

async function start(config: Config, log: Log): Promise<void> {
  const ownerUrl = await openDatabaseOf(config);
  await warnUnlessAlone(config, ownerUrl, log);
  const app = await openAppRoleOf(config, ownerUrl, log);
  // Loaded on demand, so that production never loads demo code.
  const painter = config.demoMembers > 0 ? (await import('#seeds/painter.ts')).createPainter() : null;
  await refuseWithoutClassifier(config);
  const site = await assemble(config, app.url, log, painter?.waitingFor);
  await isUp({ name: 'the connections', stop: () => site.close() });
  await refuseLossyDatabase(site.app.db, config.production);
  const http = config.role === 'worker' ? null : await createHttp(config, site);
  // A worker process takes connections as soon as it listens, so it waits until it is ready.
  if (!cluster.isWorker) await listen(http, config);

  if (cluster.isWorker) site.metrics.share();
  else if (config.metricsPort !== null) {
    const metrics = await site.metrics.serve(config.metricsHost, config.metricsPort);
    await isUp({ name: 'the metrics', stop: async () => metrics.close() });
  }

  await step('Bringing the tables up to date', () =>
    migrate({ url: ownerUrl, pooler: config.database.pooler }, app.name),
  );
  if (config.production) await refuseDemoMembers(site.app.db);
  await beginWithLawfulGates(site.app);
  if (config.demoMembers > 0) {
    const { seedDemo } = await import('#seeds/index.ts');
    await step('Planting the demo members', () => seedDemo(site.app, { members: config.demoMembers }));
  }
  if (config.mail.inboundPort !== null && config.role !== 'web') {
    const { listenForReports } = await import('./platform/outgoing/inbound-mail.ts');
    const reports = await listenForReports({
      host: config.mail.inboundHost,
      port: config.mail.inboundPort,
      paths: createReturnPaths(config.secret),
      log,
      onReport: (report) => takeReport(site.app, report),
    });
    await isUp({ name: 'the port for returned mail', stop: () => reports.close() });
  }
  if (config.role !== 'web') {
    await site.app.jobs.start(site.jobHandlers, site.cron);
    await isUp({ name: 'the jobs', stop: () => site.app.jobs.stop() });
  }
  if (painter) await paint(painter, site);
  site.readiness.ready = true;
  if (cluster.isWorker) await listen(http, config);
  await sayReady(config, site, http);
  settleMemory(painter?.done);
}

/**
 * Paints the demo's portraits in the background. With several processes the site becomes ready only
 * afterwards, because only this process can wait for the portraits.
 */
async function paint(painter: Painter, site: Site): Promise<void> {
  const portraits = await painter.start(site.app);
  await isUp({ name: 'the drawing of portraits', stop: () => painter.stop() });
  if (portraits === 0) return;
  const drawn = painter.done.then(() => isStopping() || console.log(`All ${portraits} portraits are drawn.`));
  if (cluster.isWorker) await drawn;
}

/**
 * The database role of the running site: that of DATABASE_URL if the owner is configured separately, or else
 * one that the owner creates.
 */
async function openAppRoleOf(config: Config, ownerUrl: string, log: Log): Promise<AppRole> {
  const { url, ownerUrl: given, pooler } = config.database;
  if (url && given) return { url, name: decodeURIComponent(new URL(url).username) };
  const app = await openAppRole({ ownerUrl, secret: config.secret, pooler });
  if (app.name === null)
    log.warn(
      { why: app.why },
      'the site runs as the owner of its tables, so only its own code protects the ledger from changes',
    );
  return app;
}

/**
 * Processes without Redis know nothing of each other. A second one is not refused, because the lock of a host
 * that was switched off remains until PostgreSQL notices, and the site must be able to start meanwhile.
 */
async function warnUnlessAlone({ redis, database }: Config, ownerUrl: string, log: Log): Promise<void> {
  if (redis !== null || (database.pooler !== 'none' && !database.ownerUrl)) return;
  const { alone, release } = await claimOnlyProcess(ownerUrl);
  if (alone) return isUp({ name: 'the claim of the database', stop: release });
  log.warn(
    'another process without REDIS_URL uses this database: live events, ended sessions and rate limits do not reach it. Set one REDIS_URL for all processes, or stop the other one',
  );
}

/** Without verdicts every uploaded picture would wait for a moderator. */
export async function refuseWithoutClassifier(
  { production, role, screening }: Pick<Config, 'production' | 'role' | 'screening'>,
  classifier = createClassifier(),
): Promise<void> {
  if (!production || role === 'worker' || screening) return;
  try {
    await classifier.load();
  } catch (error) {
    throw new Error(
      'The model that recognises intimate pictures cannot be loaded: install the packages again, or set SCREENING_URL.',
      { cause: error },
    );
  }
}

async function openDatabaseOf(config: Config): Promise<string> {
  if (config.database.url) {
    await assertReachable(config.database.url);
    return config.database.ownerUrl ?? config.database.url;
  }
  const embedded: Embedded = await step('Starting the database', (report) =>
    startEmbedded({ dataDir: config.dataDir, attach: config.role === 'worker', progress: report }),
  );
  await isUp({ name: 'the database', stop: () => embedded.stop() });
  return embedded.url;
}

/** Throws one sentence that names the variable, where the driver only says what the server answered. */
async function assertReachable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  try {
    await client.connect();
  } catch (error) {
    throw new ConfigError(`The PostgreSQL of DATABASE_URL cannot be used: ${reasonOf(error)}.`);
  } finally {
    await client.end().catch(() => {});
  }
}

/** A host with several addresses fails with an error for each, and an empty message of its own. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(explain).join(', ') : explain(error);

/**
 * Throws one sentence if the database holds demo members, whose passwords everybody knows. They are planted only in a
 * database without members, so they are among its first.
 */
async function refuseDemoMembers(db: Db): Promise<void> {
  const { demo } = await one(
    sql<{ demo: boolean }>`
      select coalesce(bool_or(is_demo), false) as demo from (select is_demo from members order by id limit ${FIRST_MEMBERS}) first`.execute(
      db,
    ),
  );
  if (demo)
    throw new ConfigError(
      'Production refuses a database with demo members, whose passwords are public: use an empty one.',
    );
}

async function createHttp(config: Config, site: Site): Promise<FastifyInstance> {
  const http = await site.createHttp();
  await step('Loading the pages', () =>
    registerPages(http, site.app, { production: !process.argv.includes('--dev') }),
  );
  heedSignals();
  await isUp({ name: 'the requests', stop: () => http.close() });
  return http;
}

/**
 * Listens before the site is ready, so that `/health` can report the state; pages follow once it is ready.
 */
async function listen(http: FastifyInstance | null, config: Config): Promise<void> {
  try {
    await http?.listen({ host: config.host, port: config.port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${config.port} is in use by another program: stop it, or set PORT.`, {
      cause: error,
    });
  }
}

async function sayReady(config: Config, site: Site, http: FastifyInstance | null): Promise<void> {
  if (cluster.isWorker) return tellSupervisor(await whereToGo(config, site), http);
  if (http === null) return console.log(`The worker runs jobs since ${seconds(began)} after its start.`);
  console.log([`Ready in ${seconds(began)}.`, '', ...(await whereToGo(config, site)), ''].join('\n'));
}

function tellSupervisor(lines: string[], http: FastifyInstance | null): void {
  const leave = async () => {
    await http?.retire(RETIRE_MS);
    await stop(0);
  };
  process.on('message', (word: Partial<RetireWord>) => word.retire && void leave());
  // The supervisor of an older release disconnects instead of sending a message.
  process.once('disconnect', leave);
  sendToParent({ ready: lines } satisfies ReadyWord);
}

/**
 * Start-up output: the site's address and, on a developer's machine, a login link. Production output goes
 * into logs, which must never contain such a link.
 */
export async function whereToGo(config: Config, site: Pick<Site, 'app'>): Promise<string[]> {
  const lines = [`  Site      ${config.publicUrl}`];
  if (config.demoMembers > 0) {
    const { demoPassword, emailOf } = await import('#seeds/people.ts');
    lines.push(`  Members   ${emailOf('anna')} and ${emailOf('bram')}, password ${demoPassword}`);
  }
  if (!config.production)
    lines.push(
      `  Operator  ${await ownerLink(site.app)} (logs in once, within the hour${config.demoMembers > 0 ? '; npm run operator prints the current code' : ''})`,
      `  Outbox    ${config.publicUrl}/dev/outbox`,
    );
  return lines;
}
