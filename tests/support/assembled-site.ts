import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { DestinationStream } from 'pino';
import { assemble, type Site } from '#server/assemble.ts';
import { reconcileLedger } from '#server/credits/index.ts';
import type { App } from '#server/platform/app.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Db } from '#server/platform/database/index.ts';
import { openJobPool, runDueJobs } from '#server/platform/jobs.ts';
import { createLog } from '#server/platform/log.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { makeMemoryFolder } from './memory-folder.ts';

/** One for each job that runs at a time, and one that takes jobs. */
const JOB_CONNECTIONS = 5;

export interface SiteOptions {
  /** Receives every log line. */
  logTo?: DestinationStream;
  /** Creates another database than the copy of the run's template. */
  openDatabase?: () => Promise<TestDatabase>;
}

/** The whole site in the test's own process, with its own database and folder. */
export interface AssembledSite {
  site: Site;
  http: FastifyInstance;
  db: Db;
  databaseUrl: string;
  asOwner(statement: string): Promise<void>;
  url(): Promise<string>;
  runDueJobs(): Promise<void>;
  shiftClock(seconds: number): Promise<void>;
  setSettings(overrides: Record<string, unknown>): Promise<void>;
  ledgerAddsUp(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The only way for tests to start a site in their own process. Mails go to the outbox, payments to the
 * sandbox, and jobs run when the test requests it. `env` sets environment variables.
 */
export async function assembleSite(
  env: Record<string, string> = {},
  { logTo, openDatabase = createTestDatabase }: SiteOptions = {},
): Promise<AssembledSite> {
  const database = await openDatabase();
  const dataDir = makeMemoryFolder('liaison-test-');
  const config = readConfig({ DATA_DIR: dataDir, LIMITS_SCALE: '1000', ...env });
  const site = await assemble(
    config,
    database.appUrl,
    createLog(config, logTo ? 'trace' : (process.env['LOG_LEVEL'] ?? 'silent'), logTo),
  );
  const http = await site.createHttp();
  site.readiness.ready = true;
  await http.ready();
  const { db } = site.app;
  // Kept between runs: new connections cost more than the jobs of a test.
  const jobPool = openJobPool(database.appUrl, JOB_CONNECTIONS);
  return {
    site,
    http,
    db,
    databaseUrl: database.url,
    asOwner: (statement) => database.asOwner(statement),
    async url() {
      if (!http.server.listening) await http.listen({ host: '127.0.0.1', port: 0 });
      return `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
    },
    runDueJobs: () => runDueJobs({ pool: jobPool, log: site.app.log }, site.jobHandlers),
    shiftClock: async (seconds) =>
      void (await sql`update test_clock set shift = make_interval(secs => ${seconds})`.execute(db)),
    setSettings: (overrides) => overrideSettings(site.app, overrides),
    async ledgerAddsUp() {
      const { faults, total } = await reconcileLedger(db);
      if (faults.length > 0 || total !== 0)
        throw new Error(`The ledger does not add up: ${total} ${JSON.stringify(faults)}`);
    },
    async close() {
      await http.close();
      await site.close();
      await jobPool.end();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function overrideSettings(
  { db, events }: Pick<App, 'db' | 'events'>,
  overrides: Record<string, unknown>,
): Promise<void> {
  await sql`update sites set overrides = overrides || ${JSON.stringify(overrides)}::jsonb where host = '*'`.execute(
    db,
  );
  events.publish('sites_changed', {});
}
