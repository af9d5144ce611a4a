import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { readCookies } from '../ssr/request.ts';
import { createFront, frontedServer, type Caller } from './front.ts';
import { keptAnswers, keyOf } from './kept-pages.ts';
import { createPageCache } from './page-cache.ts';

const visitors = {
  audienceOf: (ip: string, cookies: Record<string, string>) =>
    `${ip} ${cookies['traffic_source'] !== undefined}`,
};

async function start({ trustProxy = [] as string[], siteIsHttps = false } = {}) {
  const { front, around } = createFront(trustProxy);
  const http = Fastify({
    trustProxy: trustProxy.length > 0 && trustProxy,
    serverFactory: frontedServer(around, { keepAlive: 5000, request: 5000, headers: 5000 }),
  });
  let standing = '7:1';
  const cache = createPageCache(async () => standing);
  front.answerFirst(keptAnswers(cache, visitors, siteIsHttps));
  let asked: FastifyRequest | null = null;
  http.all('/*', async (came) => {
    asked = came;
    return 'by the routes';
  });
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo;

  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { host: 'liaison.test', ...headers },
    }).end();
    const [answer] = (await once(sent, 'response')) as [
      NodeJS.ReadableStream & { statusCode: number; headers: IncomingHttpHeaders },
    ];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) };
  };
  const text = async (...asking: Parameters<typeof get>) => (await get(...asking)).body.toString();
  /** Caches a page for this kind of request, as the routes do. */
  const keep = async (
    html: string,
    path: string,
    headers: Record<string, string> = {},
    ids: number[] = [],
  ) => {
    cache.forget();
    await get(path, headers);
    const { url, host, ip, protocol } = asked!;
    const key = keyOf(
      visitors,
      { url, host, ip },
      readCookies(headers['cookie']),
      siteIsHttps || protocol === 'https',
    )!;
    await cache.make(key, async () => ({
      html: Buffer.from(html),
      headers: {
        'content-type': 'text/html',
        'content-security-policy': "default-src 'none'",
        'cache-control': 'private, no-cache',
      },
      people: { host, ids, standing },
    }));
  };
  return {
    http,
    front,
    get,
    text,
    keep,
    behind: () => asked!,
    stand: (now: string) => void (standing = now),
  };
}

test('serves a cached page before the routes: GET, HEAD, compressed, and 304 for a current copy', async () => {
  const { http, get, keep } = await start();
  const html = 'A page. '.repeat(400);
  await keep(html, '/landers/gallery?x=1');
  const plain = await get('/landers/gallery?x=1');
  expect([plain.status, plain.body.toString()]).toEqual([200, html]);
  expect(plain.headers).toMatchObject({
    'content-type': 'text/html',
    'content-length': String(html.length),
    'content-security-policy': "default-src 'none'",
    'cache-control': 'private, no-cache',
  });
  expect(plain.headers['content-encoding']).toBe(undefined);

  const head = await get('/landers/gallery?x=1', {}, 'HEAD');
  expect([head.status, head.body.length, head.headers['etag'], head.headers['content-length']]).toEqual([
    200,
    0,
    plain.headers['etag'],
    plain.headers['content-length'],
  ]);
  for (const encoding of ['br', 'gzip']) {
    const packed = await get('/landers/gallery?x=1', { 'accept-encoding': encoding });
    expect(packed.headers['content-encoding']).toBe(encoding);
    expect(packed.body.length).toBeLessThan(html.length / 4);
    expect(Number(packed.headers['content-length'])).toBe(packed.body.length);
  }
  const fresh = await get('/landers/gallery?x=1', {
    'if-none-match': plain.headers['etag']!,
    'accept-encoding': 'br',
  });
  expect([fresh.status, fresh.body.length, fresh.headers['etag'], fresh.headers['content-encoding']]).toEqual(
    [304, 0, plain.headers['etag'], undefined],
  );
  expect(fresh.headers['content-security-policy']).toBe("default-src 'none'");
  expect((await get('/landers/gallery?x=1', { 'if-none-match': '"another"' })).status).toBe(200);
  await http.close();
});

test('varies cached pages by host, query, path, theme, language, age warning and partner, and serves none to members', async () => {
  const { http, text, keep } = await start();
  await keep('kept', '/en');
  expect(await text('/en')).toBe('kept');
  for (const [path, headers, method] of [
    ['/en', { host: 'other.test' }],
    ['/en', { host: 'liaison.test:81' }],
    ['/en?a=1'],
    ['/'],
    ['/nl'],
    ['//en'],
    ['/en', {}, 'POST'],
    ['/en', { cookie: 'theme=dark' }],
    ['/en', { cookie: 'locale=nl' }],
    ['/en', { cookie: 'site_entry=1' }],
    ['/en', { cookie: 'traffic_source=partner' }],
    ['/en', { cookie: 'auth=somebody' }],
    ['/en', { cookie: 'x=1; auth=' }],
  ] as [string, Record<string, string>?, string?][])
    expect([path, headers, await text(path, headers, method)]).toEqual([path, headers, 'by the routes']);
  expect(await text('/en', { cookie: 'some=thing; else=1' })).toBe('kept');

  // The value of one cookie must not be mistaken for two cookies.
  await keep('kept', '/en', { cookie: 'theme=dark; locale=nl en' });
  expect(await text('/en', { cookie: 'theme=dark nl; locale=en' })).toBe('by the routes');
  await http.close();

  const asking = { host: 'liaison.test', ip: '127.0.0.1' };
  expect(keyOf(visitors, { ...asking, url: '/login' }, {}, true)).not.toBe(null);
  for (const url of ['/login?email=a@b.test', '/login?email=a%40b.test', `/?${'x'.repeat(300)}`])
    expect(keyOf(visitors, { ...asking, url }, {}, true)).toBe(null);
  expect(keyOf(visitors, { ...asking, url: '/login' }, { auth: '' }, true)).toBe(null);
});

test('checks for every response whether the members on a page are still visible', async () => {
  const { http, text, keep, stand } = await start();
  await keep('with seven', '/', {}, [7]);
  expect(await text('/')).toBe('with seven');
  stand('');
  expect(await text('/')).toBe('by the routes');
  await http.close();
});

test('sees the same IP address, host and scheme as the routes, with and without proxies', async () => {
  for (const trustProxy of [[], ['127.0.0.1'], ['127.0.0.1', '10.0.0.0/8'], ['192.168.0.1']])
    for (const headers of [
      {},
      { 'x-forwarded-for': '203.0.113.9' },
      {
        'x-forwarded-for': '203.0.113.9, 10.0.0.7',
        'x-forwarded-host': 'a.test, b.test',
        'x-forwarded-proto': 'https',
      },
      { 'x-forwarded-for': 'nonsense', 'x-forwarded-proto': 'https,http', 'x-forwarded-host': '' },
    ] as Record<string, string>[]) {
      const { http, front, get, behind } = await start({ trustProxy });
      let before: Caller | null = null;
      front.answerFirst((caller) => {
        before = caller;
        return null;
      });
      await get('/en?x=1', headers);
      const { host, ip, protocol, url } = behind();
      const told = before! as Caller;
      expect([trustProxy, headers, told.host, told.ip, told.https, told.url]).toEqual([
        trustProxy,
        headers,
        host,
        ip,
        protocol === 'https',
        url,
      ]);
      await http.close();
    }
});

test('admits, counts and sheds requests before the routes, and passes all of them on while the front is closed', async () => {
  const { http, front, text, keep } = await start();
  await keep('kept', '/en');
  const heard: unknown[] = [];
  front.onAnswered((method, status, ms) => heard.push([method, status, ms >= 0]));
  let inside = 0;
  let full = false;
  front.admit({
    exempts: (url) => url === '/well',
    refusal: { status: 503, headers: ['content-length', '4'], body: Buffer.from('full') },
    isStream: () => false,
    enter() {
      if (full) return null;
      inside++;
      return { begin: () => () => {}, leave: () => void inside-- };
    },
  });
  expect(await text('/en')).toBe('kept');
  await expect.poll(() => heard).toEqual([['GET', 200, true]]);
  expect(inside).toBe(0);
  full = true;
  expect(await text('/en')).toBe('full');
  expect(await text('/well')).toBe('by the routes');
  full = false;
  expect(heard).toContainEqual(['GET', 503, true]);
  let open = true;
  front.openWhile(() => open);
  expect(await text('/en')).toBe('kept');
  open = false;
  expect(await text('/en')).toBe('by the routes');
  expect(inside).toBe(0);
  await http.close();
});

test('ends the request of a client who leaves while the page is looked up', async () => {
  const { front, around } = createFront([]);
  const http = Fastify({
    serverFactory: frontedServer(around, { keepAlive: 5000, request: 5000, headers: 5000 }),
  });
  let [open, working] = [0, 0];
  front.admit({
    exempts: () => false,
    isStream: () => false,
    refusal: { status: 503, headers: [], body: null },
    enter() {
      open++;
      return { begin: () => (working++, () => void working--), leave: () => void open-- };
    },
  });
  const found = Promise.withResolvers<null>();
  front.answerFirst(() => found.promise);
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo;
  const sent = request({ host: '127.0.0.1', port }).end();
  sent.on('error', () => {});
  const [, response] = (await once(http.server, 'request')) as [unknown, ServerResponse];
  expect([open, working]).toEqual([1, 1]);
  sent.destroy();
  await once(response, 'close');
  found.resolve(null);
  await expect.poll(() => [open, working]).toEqual([0, 0]);
  await http.close();
});
