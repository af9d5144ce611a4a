import { expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { refuseWithoutClassifier, whereToGo } from './bring-up.ts';
import { createClassifier } from './photos/index.ts';

const site = testApp();

test("prints the login link on a developer's machine only, since production output ends up in logs", async () => {
  const { app } = site;
  const said = async (production: boolean) =>
    (await whereToGo({ ...app.config, production, demoMembers: 0 }, { app })).join('\n');
  expect(await said(false)).toContain('/admin/login?token=');
  expect(await said(true)).toContain(app.config.publicUrl);
  expect(await said(true)).not.toMatch(/token|outbox|password/i);
});

test('refuses a production start without the model for pictures, unless a screening service is set', async () => {
  const broken = () => createClassifier({ model: '/nowhere' });
  const production = { production: true, role: 'all', screening: null } as const;
  await expect(refuseWithoutClassifier(production, broken())).rejects.toThrow(
    'The model that recognises intimate pictures cannot be loaded: install the packages again, or set SCREENING_URL.',
  );
  await refuseWithoutClassifier(production);
  const screening = { url: 'https://screening.example', token: null, timeoutMs: 1000 };
  await refuseWithoutClassifier({ ...production, screening }, broken());
  await refuseWithoutClassifier({ ...production, production: false }, broken());
});
