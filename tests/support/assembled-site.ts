import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { DestinationStream } from 'pino';
import { assemble, type Site } from '#server/assemble.ts';
import { reconcileLedger } from '#server/credits/index.ts';
import type { App } from '#server/platform/app.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Db } from '#server/platform/database/index.ts';
import { runDueJobs } from '#server/platform/jobs.ts';
import { createLog } from '#server/platform/log.ts';
import { createTestDatabase } from './database.ts';

/** The whole site in the test's own process, on a database and a folder of its own. */
export interface AssembledSite {
  site: Site;
  http: FastifyInstance;
  db: Db;
  /** Where its database is, for a connection of one's own as its owner. */
  databaseUrl: string;
  /** Runs a statement as the owner of the tables, who may change what they are. */
  asOwner(statement: string): Promise<void>;
  /** Address of the listening server, `http://127.0.0.1:…`; listens when first asked. */
  url(): Promise<string>;
  /** Runs every background job that is due, and those they enqueue. */
  runDueJobs(): Promise<void>;
  /** Moves the clock of all time windows, seconds from now; the shift stays until the next. */
  shiftClock(seconds: number): Promise<void>;
  /** Settings of the default site, from now on. */
  setSettings(overrides: Record<string, unknown>): Promise<void>;
  /** Throws unless the ledger adds up. */
  ledgerAddsUp(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The one way in which tests start a site. Mails go to the outbox, payments to the sandbox; jobs run when a test asks. `env` sets
 * variables of the process interface; `logTo` gets every line of its log.
 */
export async function assembleSite(env: Record<string, string> = {}, { logTo }: { logTo?: DestinationStream } = {}): Promise<AssembledSite> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'liaison-test-'));
  const config = readConfig({ DATA_DIR: dataDir, LIMITS_SCALE: '1000', ...env });
  const site = await assemble(config, database.appUrl, createLog(config, logTo ? 'trace' : (process.env['LOG_LEVEL'] ?? 'silent'), logTo));
  const http = await site.createHttp();
  site.readiness.ready = true;
  await http.ready();
  const { db } = site.app;
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
    runDueJobs: () => runDueJobs({ url: database.appUrl, log: site.app.log }, site.jobHandlers),
    shiftClock: async (seconds) => void (await sql`update test_clock set shift = make_interval(secs => ${seconds})`.execute(db)),
    setSettings: (overrides) => overrideSettings(site.app, overrides),
    async ledgerAddsUp() {
      const { faults } = await reconcileLedger(db);
      if (faults.length > 0) throw new Error(`The ledger does not add up: ${JSON.stringify(faults)}`);
    },
    async close() {
      await http.close();
      await site.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Settings of the default site, from now on. */
export async function overrideSettings({ db, events }: Pick<App, 'db' | 'events'>, overrides: Record<string, unknown>): Promise<void> {
  await sql`update sites set overrides = overrides || ${JSON.stringify(overrides)}::jsonb where host = '*'`.execute(db);
  events.publish('sites_changed', {});
}
