import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { appReady, newPage } from '#support/browser/browser.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';
import { freePort } from '#support/running-site.ts';

const metricsPort = await freePort();
const { site, browser } = await siteForTests({ METRICS_PORT: String(metricsPort) });
const database = await databaseForTests(site);

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { headers, redirect: 'manual' });

test('serves visitors a cached page with an ETag, identical for all and without values of a single response', async () => {
  for (const path of ['/', '/en', '/landers/gallery', '/pages/terms', '/pricing']) {
    const first = await get(path);
    const html = await first.text();
    const again = await get(path);
    expect(await again.text(), path).toBe(html);
    const etag = first.headers.get('etag')!;
    expect(again.headers.get('etag')).toBe(etag);

    expect(html).not.toContain('nonce');
    const policy = first.headers.get('content-security-policy')!;
    expect(policy).toContain("script-src 'self';");
    expect(html).not.toMatch(/<script(?![^>]* (?:src|type)=)/);

    const fresh = await get(path, { 'if-none-match': etag });
    expect(fresh.status).toBe(304);
    expect(await fresh.text()).toBe('');
    expect(fresh.headers.get('content-security-policy')).toBe(policy);
    const packed = await get(path, { 'accept-encoding': 'br' });
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(await packed.text()).toBe(html);
  }
});

test('sends assets that browsers keep for a year, compressed where accepted, and nothing outside their folder', async () => {
  const [path = ''] = /\/assets\/[\w.~-]+\.(?:js|css)/.exec(await (await get('/en')).text()) ?? [];
  const plain = await get(path, { 'accept-encoding': 'identity' });
  expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, null]);
  expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const text = await plain.text();
  for (const encoding of ['br', 'gzip']) {
    const packed = await get(path, { 'accept-encoding': encoding });
    expect(packed.headers.get('content-encoding')).toBe(encoding);
    expect(await packed.text()).toBe(text);
  }
  const head = await fetch(site.url + path, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  const again = await get(path, {
    'accept-encoding': 'identity',
    'if-none-match': plain.headers.get('etag') ?? '',
    // Otherwise `fetch` adds `no-cache`.
    'cache-control': 'max-age=0',
  });
  expect(again.status).toBe(304);
  for (const missing of ['/assets/', '/assets', '/assets/none.js'])
    expect((await get(missing)).ok, missing).toBe(false);
  for (const outside of [
    '..%2f.vite%2fmanifest.json',
    '%2e%2e%2f.vite/manifest.json',
    '..%5c.vite%5cmanifest.json',
  ])
    expect((await get(`/assets/${outside}`)).ok, outside).toBe(false);
});

test('caches a page whose first request is broken off', async () => {
  const { hostname, port, host } = new URL(site.url);
  for (const path of ['/en/pages/terms?broken=1', '/en/landers/gallery?broken=2', '/en?broken=3']) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    // The request has arrived, but its page is not rendered yet.
    await wait(2);
    socket.destroy();
    await wait(200);
    expect((await get(path)).headers.get('etag'), path).not.toBeNull();
  }
});

test('renders an individual page for members and for readers with preferences', async () => {
  const plain = await (await get('/')).text();
  expect(await (await get('/', { cookie: 'theme=dark' })).text()).toContain('data-theme="dark"');
  expect(await (await get('/', { cookie: 'site_entry=1' })).text()).not.toContain('data-site-entry');
  expect(plain).toContain('data-site-entry');
  expect(await (await get('/')).text()).toBe(plain);
  expect((await get('/', { cookie: 'locale=en' })).headers.get('location')).toBe('/en');

  const login = await fetch(`${site.url}/api/user.php`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.url },
    body: JSON.stringify({ email: emailOf('anna'), password: demoPassword }),
  });
  const auth = login.headers.getSetCookie()[0]!.split(';')[0]!;
  await get('/pages/terms');
  const own = await get('/pages/terms', { cookie: auth });
  expect(own.headers.get('etag')).toBe(null);
  expect(own.headers.get('cache-control')).toBe('private, no-store');
  expect(await (await get('/pages/terms')).text()).not.toContain(emailOf('anna'));
});

test('applies invisible mode and a new name immediately', async () => {
  const { results } = (await (await get('/api/members.php')).json()) as {
    results: { id: number; name: string }[];
  };
  const html = await (await get('/')).text();
  const shown = results.filter(({ id }) => html.includes(`/members/${id}`) || html.includes(`"id":${id},`));
  expect(shown.length).toBeGreaterThan(1);
  const [hides, renames] = shown as [{ id: number; name: string }, { id: number; name: string }];
  await database.query('update profiles set invisible = true where id = $1', [hides.id]);
  await database.query(`update profiles set name = 'Renamed' where id = $1`, [renames.id]);
  const now = await (await get('/')).text();
  expect(now).not.toContain(`"id":${hides.id},`);
  expect(now).toContain('Renamed');
});

test('violates no content security policy in the browser, and starts the app on interaction', async () => {
  await get('/landers/gallery');
  const page = await newPage(browser, { baseURL: site.url });
  const said: string[] = [];
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
  await page.goto('/landers/gallery');
  await page.reload();
  await page.mouse.move(40, 40);
  await page.mouse.move(90, 90);
  await appReady(page);
  expect(said).toEqual([]);
});

test('handles HEAD, and separates hosts, languages and queries in the cache', async () => {
  const policies = [
    'content-security-policy',
    'x-content-type-options',
    'x-frame-options',
    'referrer-policy',
    'permissions-policy',
    'cross-origin-opener-policy',
    'rating',
    'vary',
  ];
  await get('/en/landers/gallery');
  const page = await get('/en/landers/gallery');
  for (const name of policies) expect([name, page.headers.get(name)]).not.toEqual([name, null]);
  const html = await page.text();

  const head = await fetch(`${site.url}/en/landers/gallery`, { method: 'HEAD' });
  expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([
    200,
    '',
    page.headers.get('etag'),
  ]);
  for (const name of policies) expect(head.headers.get(name)).toBe(page.headers.get(name));

  const french = await get('/fr/landers/gallery');
  expect(await french.text()).toContain('lang="fr"');
  expect(french.headers.get('etag')).not.toBe(page.headers.get('etag'));
  expect(await (await get('/en/landers/gallery')).text()).toBe(html);
  expect((await get('/en/landers/gallery', { 'if-none-match': french.headers.get('etag')! })).status).toBe(
    200,
  );

  // A query that is not in the cache renders a new page with its own URL.
  const asked = await (await get('/en/pages/terms?from=a')).text();
  expect(asked).not.toBe('');
  expect((await get('/en/nothing-here?from=a')).status).toBe(404);
  expect((await get('/en/nothing-here?from=a')).status).toBe(404);
});

test('counts cached pages in the request metrics', async () => {
  const count = async () => {
    const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(
      /http_request_duration_seconds_count\{method="GET",route="\/\*",status="200"\} (\d+)/.exec(
        figures,
      )?.[1] ?? 0,
    );
  };
  await get('/pages/terms');
  const before = await count();
  for (let i = 0; i < 20; i++) await get('/pages/terms');
  await expect.poll(count).toBe(before + 20);
});
