import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AGE_LAWS_REVIEWED, ageLaws } from '#contract/age-checks/laws.ts';
import { keysOf } from '#contract/keys.ts';
import { testApp } from '#support/app.ts';
import { plant } from '#support/members.ts';
import { operatorWith } from '#support/office/office-work.ts';
import { beginWithLawfulGates } from './begin-with-lawful-gates.ts';

const site = testApp();
const lawful = { GB: 'before_contact', FR: 'before_contact', IT: 'before_contact', DE: 'before_contact' };

beforeEach(() => {
  site.app.config.production = true;
});
afterEach(() => {
  site.app.config.production = false;
  site.app.config.ageProviders = ['sandbox', 'office'];
});

const stored = async () => {
  const { rows } = await sql<{ overrides: Record<string, unknown> }>`
    select overrides from sites where host = '*'`.execute(site.db);
  return rows[0]?.overrides['age_assurance'];
};

test('starts a new production site with the checks that laws ask for, and never a running one', async () => {
  site.app.config.production = false;
  await beginWithLawfulGates(site.app);
  expect(await stored()).toBeUndefined();
  site.app.config.production = true;
  site.app.config.ageProviders = [];
  await beginWithLawfulGates(site.app);
  expect(await stored()).toBeUndefined();

  site.app.config.ageProviders = ['office'];
  await beginWithLawfulGates(site.app);
  expect(await stored()).toEqual(lawful);

  const change = (overrides: string) =>
    sql`update sites set overrides = ${overrides}::jsonb where host = '*'`.execute(site.db);
  await change('{"age_assurance": {"GB": "off"}}');
  await beginWithLawfulGates(site.app);
  expect(await stored()).toEqual({ GB: 'off' });
  await change('{}');
  const operator = await plant(site);
  await beginWithLawfulGates(site.app);
  expect(await stored()).toBeUndefined();
  await sql`delete from members where id = ${operator}`.execute(site.db);
  await sql`insert into setting_changes (host, key, old_value, new_value, operator_id)
    values ('*', 'age_assurance', null, null, 1)`.execute(site.db);
  await beginWithLawfulGates(site.app);
  expect(await stored()).toBeUndefined();
});

test('creates a site with these checks in production, and keeps its own when it changes', async () => {
  const owner = await operatorWith(site, 'owner');
  const gatesOf = async (host: string) =>
    (await owner.must('adminSettings', { query: { site: host } })).settings.find(
      ({ key }) => key === 'age_assurance',
    );
  const save = (host: string, aliases: string[] = []) =>
    owner.must('saveSite', { body: { host, company: 1, aliases } });
  await save('new.example');
  expect(await gatesOf('new.example')).toMatchObject({ value: lawful, own: true });
  await owner.must('changeSettings', {
    body: { site: 'new.example', changes: [{ key: 'age_assurance', value: { GB: 'off' } }] },
  });
  await save('new.example', ['alias.example']);
  expect((await gatesOf('new.example'))?.value).toEqual({ GB: 'off' });
  site.app.config.production = false;
  await save('demo.example');
  expect(await gatesOf('demo.example')).toMatchObject({ value: {}, own: false });
});

test('documents each law with its source', () => {
  const chapter = readFileSync(new URL('../../../docs/operate/age-checks.md', import.meta.url), 'utf8');
  expect(chapter).toContain(AGE_LAWS_REVIEWED);
  for (const code of keysOf(ageLaws)) {
    const { law, since, source, gate } = ageLaws[code];
    expect(chapter).toContain(`| [${law}](${source}) | ${since} | \`${gate}\` |`);
  }
});
