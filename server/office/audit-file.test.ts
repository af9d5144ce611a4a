import { beforeAll, expect, test } from 'vitest';
import { type Client, testApp } from '#support/app.ts';
import { browserOf } from '#support/members.ts';
import { ownerLink } from './index.ts';

const site = testApp();
let owner: Client;

beforeAll(async () => {
  await ownerLink(site.app, { email: 'owner@liaison.example' });
  const { id } = await site.db
    .selectFrom('members')
    .select('id')
    .where('email', '=', 'owner@liaison.example')
    .executeTakeFirstOrThrow();
  owner = await browserOf(site, Number(id));
});

async function exportsLog() {
  const file = await owner.request<string>('GET', '/api/admin/audit-file');
  expect([file.status, String(file.body)]).toEqual([200, expect.stringContaining('audit.export')]);
}

test('refuses an unknown action, and the process keeps running', async () => {
  expect((await owner.request('GET', '/api/admin/audit-file?act=%00')).status).toBe(400);
  await exportsLog();
});

test('survives a database that fails while the file is being sent', async () => {
  // The file names people, so its query fails after the call has written its own line.
  await site.asOwner('alter table profiles rename column name to broken');
  try {
    const broken = await owner.request('GET', '/api/admin/audit-file').catch(() => null);
    expect(broken?.status).not.toBe(200);
  } finally {
    await site.asOwner('alter table profiles rename column broken to name');
  }
  await exportsLog();
});
