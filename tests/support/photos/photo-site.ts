import type { FastifyInstance } from 'fastify';
import type { Site } from '#server/assemble.ts';
import { createSession } from '#server/identity/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import { assembleSite } from '../assembled-site.ts';
import { takeJobs } from '../job-queue.ts';
import { plantMember } from '../members.ts';

export interface TestSite {
  site: Site;
  http: FastifyInstance;
  db: Db;
  /** Runs waiting jobs, including scheduled ones, until none is left. */
  runJobs(): Promise<void>;
  close(): Promise<void>;
}

export async function startTestSite(env: Record<string, string> = {}): Promise<TestSite> {
  const running = await assembleSite({ LIMITS_SCALE: '100', ...env });
  const { site, http, db } = running;
  return {
    site,
    http,
    db,
    async runJobs() {
      for (let jobs = await takeJobs(db); jobs.length > 0; jobs = await takeJobs(db)) {
        for (const { name, payload } of jobs) await site.jobHandlers[name]!(payload as never, {} as never);
      }
    },
    close: () => running.close(),
  };
}

export interface TestMember {
  id: number;
  cookie: string;
}

export async function addMember(
  db: Db,
  { paid = false, roles = [] as string[], invisible = false } = {},
): Promise<TestMember> {
  const id = await plantMember(db, { premium: paid, roles, invisible, language: 'nl' });
  return { id, cookie: `auth=${await createSession(db, id, undefined, null, true)}` };
}

export function form(file: Buffer | null, fields: Record<string, string> = {}, filename = 'photo.jpg') {
  const boundary = 'photo-test-boundary';
  const parts: Uint8Array[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  if (file)
    parts.push(
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\ncontent-type: image/jpeg\r\n\r\n`,
      ),
      file,
      Buffer.from('\r\n'),
    );
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
