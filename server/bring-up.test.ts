import { expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { whereToGo } from './bring-up.ts';

const site = testApp();

test("prints the login link on a developer's machine only, since production output ends up in logs", async () => {
  const { app } = site;
  const said = async (production: boolean) =>
    (await whereToGo({ ...app.config, production, demoMembers: 0 }, { app })).join('\n');
  expect(await said(false)).toContain('/admin/login?token=');
  expect(await said(true)).toContain(app.config.publicUrl);
  expect(await said(true)).not.toMatch(/token|outbox|password/i);
});
