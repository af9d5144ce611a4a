import { expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { browserOf } from '#support/members.ts';
import { ownerLink } from './index.ts';

const site = testApp();

test('refuses an unknown action, and the process keeps running', async () => {
  await ownerLink(site.app, { email: 'owner@liaison.example' });
  const { id } = await site.db
    .selectFrom('members')
    .select('id')
    .where('email', '=', 'owner@liaison.example')
    .executeTakeFirstOrThrow();
  const owner = await browserOf(site, Number(id));
  expect((await owner.request('GET', '/api/admin/audit-file?act=%00')).status).toBe(400);
  const file = await owner.request<string>('GET', '/api/admin/audit-file');
  expect([file.status, String(file.body)]).toEqual([200, expect.stringContaining('audit.export')]);
});
