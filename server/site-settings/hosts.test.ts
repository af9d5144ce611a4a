import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { SITES_CHANGED } from './index.ts';
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
