import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { SITES_CHANGED, settingByHost } from './index.ts';
import { canonicalOrigin, originOf, settingsOf } from './site.ts';

const app = testApp({ PUBLIC_URL: 'https://liaison.example' });

beforeAll(async () => {
  await sql`insert into companies (id, name, address, city, country, added) values (2, 'Zweite GmbH', 'Weg 1', 'Berlin', 'DE', now())`.execute(app.db);
  await sql`insert into sites (host, company_id, overrides) values ('zweite.example', 2,
    '{"name":"Zweite","niche":6,"languages":["de","xx"],"domain_language":"fr","message_credits":3,"mail_name":"Zweite Post"}')`.execute(app.db);
  app.app.events.publish(SITES_CHANGED, null);
});

const at = (host: string) => ({ host });

test('two hosts on one installation have settings, company, niche and languages of their own', async () => {
  const [one, two] = await Promise.all(['liaison.example', 'zweite.example'].map((host) => app.visitor().call('settings', { headers: at(host) } as never)));
  expect([one!.body.name, one!.body.languages, one!.body.niche]).toEqual(['Liaison', ['nl', 'en'], 1]);
  // A language that there is not is left out, and the site's own is one it offers.
  expect([two!.body.name, two!.body.languages, two!.body.domain_language, two!.body.niche, two!.body.company_id]).toEqual(['Zweite', ['de'], 'de', 6, 2]);
  expect((await app.visitor().call('companyInfo', { headers: at('zweite.example') } as never)).body.name).toBe('Zweite GmbH');
  const landing = await app.visitor().call('landing', { query: { lander: 'gallery', language: 'de' }, headers: at('www.zweite.example') } as never);
  expect(landing.body.slug).toBe('milf-1');
});

test('a member belongs to the site they signed up on: its rules hold wherever they call from, and its mails lead there', async () => {
  const client = app.visitor();
  const body = {
    email: 'z@example.test',
    password: 'a long enough password',
    name: 'Zora',
    gender: 'female',
    gender_sought: 'male',
    date_of_birth: '1990-01-01',
    country: 'DE',
    language: 'de',
    intimate_consent: true,
  };
  expect((await client.call('signup', { body, headers: at('zweite.example') } as never)).status).toBe(201);
  expect((await client.call('settings', { headers: at('liaison.example') } as never)).body.message_credits).toBe(3);
  expect((await app.visitor().call('settings', { headers: at('liaison.example') } as never)).body.message_credits).toBe(1);
  const [mail] = await app.outbox('z@example.test');
  expect(mail!.links.some((link) => link.startsWith('https://zweite.example/de/'))).toBe(true);
  expect(mail!.links.some((link) => link.startsWith('https://liaison.example'))).toBe(false);
});

test('links that are opened elsewhere, background jobs and live badges go by the rules of the own site too', async () => {
  await sql`update sites set overrides = overrides || '{"signup_credits":7,"free_messages":9,"reactivation_days":60,"fictional_answer_hours":72}'::jsonb where host = 'zweite.example'`.execute(
    app.db,
  );
  app.app.events.publish(SITES_CHANGED, null);
  const [mail] = await app.outbox('z@example.test');
  const token = new URL(mail!.links.find((link) => link.includes('activate'))!).searchParams.get('token')!;
  // In a browser that asks on the other site.
  const elsewhere = app.visitor();
  const user = (await elsewhere.call('activate', { body: { token }, headers: at('liaison.example') } as never)).body as {
    id: number;
    credits: number;
    free_messages_left: number;
  };
  expect([user.credits, user.free_messages_left]).toEqual([7, 9]);

  const { id } = user;
  await sql`update members set status = 'pending_deletion', delete_requested_at = app_now() where id = ${id}`.execute(app.db);
  const purged = async (days: number) => {
    await app.shiftClock(days * 86_400);
    await app.app.jobs.add(app.db, 'account-purge');
    await app.runJobs();
    return (await sql<{ status: string }>`select status from members where id = ${id}`.execute(app.db)).rows[0]?.status !== 'pending_deletion';
  };
  expect([await purged(59), await purged(61)]).toEqual([false, true]);
  await app.shiftClock(0);
});

test('a member of one site waits for the answer of a fictional profile as long as that site says', async () => {
  const hours = await settingByHost(app.app, 'fictional_answer_hours', sql`host`);
  const { rows } = await sql<{ hours: number }>`
    select (${hours})::int as hours from unnest(array['zweite.example', 'WWW.zweite.example', 'liaison.example', null]) with ordinality hosts (host, nth) order by nth`.execute(
    app.db,
  );
  expect(rows.map((row) => row.hours)).toEqual([72, 72, 24, 24]);
});

test('www and unknown hosts lead to the canonical one; known hosts and this machine stay', async () => {
  const to = (host: string) => canonicalOrigin(app.app, host);
  expect(await to('www.zweite.example')).toBe('https://zweite.example');
  expect(await to('www.liaison.example:443')).toBe('https://liaison.example');
  expect(await to('somebody-else.example')).toBe('https://liaison.example');
  for (const host of ['zweite.example', 'liaison.example', 'localhost:3000', '127.0.0.1']) expect(await to(host)).toBeNull();
  expect(await originOf(app.app, 'zweite.example')).toBe('https://zweite.example');
  expect(await originOf(app.app, null)).toBe('https://liaison.example');
  expect((await settingsOf(app.app, 'somebody-else.example')).name).toBe('Liaison');
});
