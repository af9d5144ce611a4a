import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createSession } from '#server/identity/index.ts';
import { assemble, type Site } from '#server/assemble.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Db } from '#server/platform/database/index.ts';
import { createTestDatabase } from './database.ts';

export interface TestSite {
  site: Site;
  http: FastifyInstance;
  db: Db;
  /** Runs the jobs that wait, also those of later, until none is left. */
  runJobs(): Promise<void>;
  close(): Promise<void>;
}

/** The whole site on a database and a folder of its own, answering by `inject`. */
export async function startTestSite(env: Record<string, string> = {}): Promise<TestSite> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'photos-'));
  const config = readConfig({ DATA_DIR: dataDir, LIMITS_SCALE: '100', ...env });
  const site = await assemble(config, database.appUrl, pino({ level: 'silent' }));
  site.readiness.ready = true;
  const http = await site.createHttp();
  const { db } = site.app;
  return {
    site,
    http,
    db,
    async runJobs() {
      for (;;) {
        const { rows } = await sql<{ id: number; name: string; payload: never }>`
          delete from graphile_worker._private_jobs jobs using graphile_worker._private_tasks tasks
          where tasks.id = jobs.task_id returning jobs.id, tasks.identifier as name, jobs.payload`.execute(db);
        if (rows.length === 0) return;
        for (const { name, payload } of rows) await site.jobHandlers[name]!(payload, {} as never);
      }
    },
    async close() {
      await http.close();
      await site.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export interface TestMember {
  id: number;
  cookie: string;
}

/** A member with a listed profile and an open session. */
export async function addMember(db: Db, { paid = false, roles = [] as string[], invisible = false } = {}): Promise<TestMember> {
  const { rows } = await sql<{ id: number }>`
    insert into members (email, email_key, language, status, paid_user, roles)
    values (${`m${Math.random()}@example.org`}, ${String(Math.random())}, 'nl', 'active', ${paid}, ${roles}::text[]) returning id`.execute(db);
  const id = rows[0]!.id;
  await sql`
    insert into profiles (id, name, gender, gender_sought, date_of_birth, country, status, invisible)
    values (${id}, ${`Member ${id}`}, 'female', 'male', '1990-01-01', 'NL', 'active', ${invisible})`.execute(db);
  return { id, cookie: `auth=${await createSession(db, id, undefined, null, true)}` };
}

/** A multipart body with a file and fields. */
export function form(file: Buffer | null, fields: Record<string, string> = {}, filename = 'photo.jpg') {
  const boundary = 'photo-test-boundary';
  const parts: Uint8Array[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  if (file)
    parts.push(
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\ncontent-type: image/jpeg\r\n\r\n`),
      file,
      Buffer.from('\r\n'),
    );
  return { payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}
