import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#server/identity/index.ts';
import { testApp } from '#support/app.ts';
import { plantWithBrowser } from '#support/members.ts';
import { SITES_CHANGED, settingByHost } from './index.ts';
import { canonicalOrigin, originOf, settingsOf } from './site.ts';

const app = testApp({ PUBLIC_URL: 'https://liaison.example' });

beforeAll(async () => {
  await sql`insert into companies (id, name, address, city, country, added) values (2, 'Zweite GmbH', 'Weg 1', 'Berlin', 'DE', now())`.execute(
    app.db,
  );
  await sql`insert into sites (host, company_id, overrides) values ('zweite.example', 2,
    '{"name":"Zweite","niche":6,"languages":["de","xx"],"domain_language":"fr","message_credits":3,"mail_name":"Zweite Post"}')`.execute(
    app.db,
  );
  app.app.events.publish(SITES_CHANGED, null);
});

const at = (host: string) => ({ host });

test('serves two hosts from one installation with their own settings, company, niche and languages', async () => {
  const [one, two] = await Promise.all(
    ['liaison.example', 'zweite.example'].map((host) =>
      app.visitor().call('settings', { headers: at(host) } as never),
    ),
  );
  expect([one!.body.name, one!.body.languages, one!.body.niche]).toEqual(['Liaison', ['nl', 'en'], 1]);
  // Languages that the product lacks are dropped, and the site's own language is always offered.
  expect([
    two!.body.name,
    two!.body.languages,
    two!.body.domain_language,
    two!.body.niche,
    two!.body.company_id,
  ]).toEqual(['Zweite', ['de'], 'de', 6, 2]);
  expect(
    (await app.visitor().call('companyInfo', { headers: at('zweite.example') } as never)).body.name,
  ).toBe('Zweite GmbH');
  const landing = await app.visitor().call('landing', {
    query: { lander: 'gallery', language: 'de' },
    headers: at('www.zweite.example'),
  } as never);
  expect(landing.body.slug).toBe('milf-1');
});

test("uses the settings of a member's own site on every host, and links to that site in mails", async () => {
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
  expect(
    (await client.call('settings', { headers: at('liaison.example') } as never)).body.message_credits,
  ).toBe(3);
  expect(
    (await app.visitor().call('settings', { headers: at('liaison.example') } as never)).body.message_credits,
  ).toBe(1);
  const [mail] = await app.outbox('z@example.test');
  expect(mail!.links.some((link) => link.startsWith('https://zweite.example/de/'))).toBe(true);
  expect(mail!.links.some((link) => link.startsWith('https://liaison.example'))).toBe(false);
});

test("applies the rules of a member's own site to links opened elsewhere, background jobs and live badges", async () => {
  await sql`update sites set overrides = overrides || '{"signup_credits":7,"free_messages":9,"reactivation_days":60,"fictional_answer_hours":72}'::jsonb where host = 'zweite.example'`.execute(
    app.db,
  );
  app.app.events.publish(SITES_CHANGED, null);
  const [mail] = await app.outbox('z@example.test');
  const token = new URL(mail!.links.find((link) => link.includes('activate'))!).searchParams.get('token')!;
  const elsewhere = app.visitor();
  const user = (
    await elsewhere.call('activate', { body: { token }, headers: at('liaison.example') } as never)
  ).body as {
    id: number;
    credits: number;
    free_messages_left: number;
  };
  expect([user.credits, user.free_messages_left]).toEqual([7, 9]);

  const { id } = user;
  await sql`update members set status = 'pending_deletion', delete_requested_at = app_now() where id = ${id}`.execute(
    app.db,
  );
  const purged = async (days: number) => {
    await app.shiftClock(days * 86_400);
    await app.app.jobs.add(app.db, 'account-purge');
    await app.runJobs();
    return (
      (await sql<{ status: string }>`select status from members where id = ${id}`.execute(app.db)).rows[0]
        ?.status !== 'pending_deletion'
    );
  };
  expect([await purged(59), await purged(61)]).toEqual([false, true]);
  await app.shiftClock(0);
});

test('applies the default site to members without a site, whatever host they name', async () => {
  await sql`update sites set overrides = overrides || '{"free_messages":9}'::jsonb where host = 'zweite.example'`.execute(
    app.db,
  );
  app.app.events.publish(SITES_CHANGED, null);
  // Imported members and staff have no site of their own.
  const client = await plantWithBrowser(app);
  const free = async (host: string) =>
    (await client.call('user', { headers: at(host) } as never)).body.free_messages_left;
  expect([await free('zweite.example'), await free('liaison.example')]).toEqual([5, 5]);
  const { body } = await client.call('settings', { headers: at('zweite.example') } as never);
  expect(body.name).toBe('Liaison');

  const password = 'a long enough password';
  const { rows } = await sql<{ email: string }>`
    update members set password_hash = ${await hashPassword(password)} where id = ${client.memberId} returning email`.execute(
    app.db,
  );
  const login = await app.visitor().call('login', {
    body: { email: rows[0]!.email, password },
    headers: at('zweite.example'),
  } as never);
  expect([login.status, login.body.free_messages_left]).toEqual([200, 5]);
});

test('stores the site of a signup, not the host that the request named', async () => {
  const hostOf = async (email: string, host: string) => {
    const body = {
      email,
      password: 'a long enough password',
      name: 'Yara',
      gender: 'female',
      gender_sought: 'male',
      date_of_birth: '1990-01-01',
      country: 'NL',
      language: 'nl',
      intimate_consent: true,
    };
    expect((await app.visitor().call('signup', { body, headers: at(host) } as never)).status).toBe(201);
    const { rows } = await sql<{ host: string }>`select host from members where email = ${email}`.execute(
      app.db,
    );
    return rows[0]?.host;
  };
  expect(await hostOf('y1@example.test', 'evil.example')).toBe('liaison.example');
  expect(await hostOf('y2@example.test', 'www.liaison.example')).toBe('liaison.example');
});

test("waits for a fictional profile's answer for the period set by the member's site", async () => {
  const hours = await settingByHost(app.app, 'fictional_answer_hours', sql`host`);
  const { rows } = await sql<{ hours: number }>`
    select (${hours})::int as hours from unnest(array['zweite.example', 'WWW.zweite.example', 'liaison.example', null]) with ordinality hosts (host, nth) order by nth`.execute(
    app.db,
  );
  expect(rows.map((row) => row.hours)).toEqual([72, 72, 24, 24]);
});

test('redirects www and unknown hosts to the canonical one; does not redirect known or loopback hosts', async () => {
  const to = (host: string) => canonicalOrigin(app.app, host);
  expect(await to('www.zweite.example')).toBe('https://zweite.example');
  expect(await to('www.liaison.example:443')).toBe('https://liaison.example');
  expect(await to('somebody-else.example')).toBe('https://liaison.example');
  for (const host of ['zweite.example', 'liaison.example', 'localhost:3000', '127.0.0.1'])
    expect(await to(host)).toBeNull();
  expect(await originOf(app.app, 'zweite.example')).toBe('https://zweite.example');
  expect(await originOf(app.app, null)).toBe('https://liaison.example');
  expect((await settingsOf(app.app, 'somebody-else.example')).name).toBe('Liaison');
});
