import { readdirSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { mailsTo } from '#support/browser/person.ts';
import { form } from '#support/photos/photo-site.ts';
import { phoneHeic, phoneJpeg } from '#support/pictures.ts';
import { BUNDLE, startSite, type RunningSite } from '#support/running-site.ts';

// Tests that the bundle which npm start, the systemd unit and the image run is complete.

const root = join(import.meta.dirname, '../../..');
let site: RunningSite;
let cookie = '';

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { headers: { cookie, ...headers } });
const api = async <T>(path: string): Promise<T> => {
  const answer = await get(path, { 'x-request-type': 'client' });
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as T;
};
const post = (path: string, body: object) =>
  fetch(site.url + path, {
    method: 'POST',
    headers: { cookie, origin: site.url, 'content-type': 'application/json', 'x-request-type': 'client' },
    body: JSON.stringify(body),
  });

beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'warn', DEMO_MEMBERS: '6' });
  const login = await post('/api/user.php', { email: emailOf('anna'), password: demoPassword });
  cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
});

afterAll(() => site?.remove());

test('seeds the demo and draws its portraits', async () => {
  expect(cookie).toContain('auth=');
  await expect.poll(() => site.said(), { timeout: 120_000 }).toMatch(/portraits are drawn/);
});

test('externalizes only packages that are production dependencies', () => {
  const folder = dirname(BUNDLE);
  const apart = new Set<string>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.js')))
    for (const [, name = ''] of readFileSync(join(folder, file), 'utf8').matchAll(
      /(?:^import (?:[^'"\n]* from )?|\bimport\()"([^"./][^"]*)"/gm,
    ))
      apart.add(name);
  const packages = [...apart]
    .filter((name) => !isBuiltin(name))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
  expect(packages).toEqual(expect.arrayContaining(['sharp', 'pdfkit', '@node-rs/argon2']));
  const locked = (
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean }>;
    }
  ).packages;
  expect(packages.filter((name) => locked[`node_modules/${name}`]?.dev)).toEqual([]);
  const { resolve } = createRequire(BUNDLE);
  for (const name of apart) expect(() => resolve(name), name).not.toThrow();
});

test('contains ASCII only, because other characters double its size in memory', () => {
  const folders = [dirname(BUNDLE), join(root, 'build/server')];
  const files = folders
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((name) => name.endsWith('.js'));
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => readFileSync(file).some((byte) => byte > 0x7f))).toEqual([]);
});

test('loads at most 8.5 MB of script at startup', () => {
  const site = dirname(BUNDLE);
  const first = readdirSync(site).filter((name) => /^(?:main|bring-up)(?:-[^.]*)?\.js$/.test(name));
  const bytes = bytesFrom(site, first) + bytesFrom(join(root, 'build/server'), ['index.js']);
  // What is loaded stays in memory (docs/decisions/0017-memory.md).
  expect(bytes).toBeLessThan(8_500_000);
  expect(bytes).toBeGreaterThan(5_000_000);
});

/** Bytes of these files and of all that they import at once. */
function bytesFrom(folder: string, first: readonly string[]): number {
  const read = new Map<string, number>();
  const open = [...first];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (read.has(file)) continue;
    const code = readFileSync(join(folder, file), 'utf8');
    read.set(file, code.length);
    for (const [, name = ''] of code.matchAll(/^(?:import|export) (?:[^'"\n]* from )?"\.\/([^"]+)"/gm))
      open.push(name);
  }
  return [...read.values()].reduce((sum, length) => sum + length, 0);
}

test('renders pages with texts in the requested language', async () => {
  for (const path of ['/', '/members', '/chats', '/api/openapi.json', '/api/docs'])
    expect([path, (await get(path)).status]).toEqual([path, 200]);
  const shown = async (path: string) => (await fetch(site.url + path)).text();
  const { title } = JSON.parse(readFileSync(join(root, 'locales/de/login.json'), 'utf8')) as {
    title: string;
  };
  expect(await shown('/de/login')).toContain(`>${title}<`);
  const [heading = ''] = readFileSync(join(root, 'seeds/pages/de/terms.md'), 'utf8').split('\n');
  expect(await shown('/de/terms')).toMatch(new RegExp(`<h1[^>]*>${heading.slice(2)}<`)); // the footer of any page contains it too
});

test('locates members, finds cities and rates passwords', async () => {
  const { results } = await api<{ results: unknown[] }>('/api/members.php');
  expect(results.length).toBeGreaterThan(0);
  const { towns } = await api<{ towns: { name: string }[] }>('/api/towns.php?country=NL');
  expect(towns.map(({ name }) => name)).toContain('Amsterdam');
  const strength = async (password: string) =>
    ((await (await post('/api/password-check.php', { password })).json()) as { strength: number }).strength;
  expect([await strength('wachtwoord1'), await strength('zeven paarse olifanten bakken')]).toEqual([
    expect.toSatisfy((n: number) => n < 2),
    4,
  ]);
});

test('resizes a photo, including one in the HEIC format of phones', async () => {
  for (const [name, file] of [
    ['photo.jpg', await phoneJpeg()],
    ['photo.heic', phoneHeic()],
  ] as const) {
    const { payload, headers } = form(file, {}, name);
    const answer = await fetch(`${site.url}/api/photo.php`, {
      method: 'POST',
      headers: { cookie, origin: site.url, 'x-request-type': 'client', ...headers },
      body: payload,
    });
    expect([name, answer.status]).toEqual([name, 201]);
    const { thumb_filename } = (await answer.json()) as { thumb_filename: string };
    const picture = await get(thumb_filename);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^image\//),
    ]);
  }
});

test('sends a mail from its template in the language of the recipient', async () => {
  await post('/api/reset-password.php', { email: emailOf('anna') });
  const { reset_password } = JSON.parse(readFileSync(join(root, 'locales/nl/mail.json'), 'utf8')) as {
    reset_password: { subject: string };
  };
  const begins = reset_password.subject.split('{')[0]!;
  const mail = async () =>
    (await mailsTo(site, emailOf('anna'))).find(({ subject }) => subject.startsWith(begins));
  await expect
    .poll(mail)
    .toMatchObject({ links: expect.arrayContaining([expect.stringContaining(site.url)]) });
});

test('reports errors with the source line instead of the bundle line', async () => {
  expect(site.said()).not.toMatch(/unexpected error/);
  const db = new pg.Client(site.databaseUrl());
  await db.connect();
  try {
    await db.query('alter table static_pages rename column body to taken_away');
    expect((await get('/api/page.php?token=terms', { 'x-request-type': 'client' })).status).toBe(500);
    await expect.poll(() => site.said()).toMatch(/unexpected error[^]*register-calls/);
  } finally {
    await db.query('alter table static_pages rename column taken_away to body');
    await db.end();
  }
  const places = [...site.said().matchAll(/at (?:async )?(\S+) \((?:file:\/\/)?([^():]+):(\d+):\d+\)/g)].map(
    ([, name = '', file = '', line]) => ({
      name,
      file,
      line: Number(line),
    }),
  );
  const own = places.filter(({ file }) => file.startsWith(join(root, 'server/')));
  expect(own.map(({ name }) => name)).toEqual(expect.arrayContaining(['ownSource', 'staticPage']));
  for (const { name, file, line } of own)
    expect([name, readFileSync(file, 'utf8').split('\n')[line - 1]]).toEqual([
      name,
      expect.stringMatching(/await|return/),
    ]);
});

test('shuts down cleanly on a signal', async () => {
  expect(await site.stop()).toBe(0);
});
