import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { grantToApp, openAppRole } from '#server/platform/database/app-role.ts';
import { migrate } from '#server/platform/database/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the run's PostgreSQL; its database `liaison` is empty. */
    databaseUrl: string;
    /** The same as the role that the site works as. */
    appUrl: string;
  }
}

/** The migrated database that each test file's own is copied from. */
export const TEMPLATE = 'template_of_tests';

/** One PostgreSQL for the whole run, with a migrated template. Nothing of it outlives the run, so it need not reach the disk. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'liaison-tests-'));
  const server = await startEmbedded({ dataDir, settings: { fsync: 'off', full_page_writes: 'off', max_connections: '300' } });
  const admin = new pg.Client(server.url);
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const template = new URL(server.url);
  template.pathname = `/${TEMPLATE}`;
  await migrate({ url: template.href, pooler: 'none' });
  await makeClockShiftable(template.href);
  const app = await openAppRole({ ownerUrl: template.href, secret: 'a secret for tests, long enough to be taken', pooler: 'none' });
  await grantToApp(template.href, app.name!);
  project.provide('databaseUrl', server.url);
  project.provide('appUrl', app.url);
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** The one clock of every time window gets a hand: tests move it, nothing else can. */
async function makeClockShiftable(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`
    create table test_clock (shift interval not null);
    insert into test_clock values ('0');
    create or replace function app_now() returns timestamptz language sql stable parallel safe
      as $$ select now() + (select shift from test_clock) $$;
  `);
  await client.end();
}
