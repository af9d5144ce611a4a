import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { one } from '#server/platform/database/index.ts';
import { testApp } from '#support/app.ts';
import { plantWithBrowser } from '#support/members.ts';
import { networkOf } from './request-line.ts';

// A call's row requires these checks before its handler runs: body types, limits, same-site requests.

const strict = testApp({ LIMITS_SCALE: '1' });

test('counts an IPv6 /64 network as one caller of a limit by address', async () => {
  const check = (address: string) => strict.visitor(address).call('signupCheck', { query: { name: 'Anna' } });
  for (let i = 0; i < 120; i++) expect((await check(`2001:db8:1:2::${i.toString(16)}`)).status).toBe(200);
  expect((await check('2001:db8:1:2:ffff::1')).status).toBe(429);
  expect((await check('2001:db8:1:3::1')).status).toBe(200);
});

test.each([
  ['member', 'profile views', { points: 600, seconds: 3600 }],
  ['members', 'searches', { points: 600, seconds: 600 }],
  ['members', 'searches a day', { points: 3000, seconds: 86_400 }],
] as const)('each member has their own budget of calls to %s: %s', async (call, name, rule) => {
  const [reader, other] = [await plantWithBrowser(strict), await plantWithBrowser(strict)];
  const ask = (who: typeof reader) =>
    who.call(call, { query: call === 'member' ? { id: other.memberId } : {} });
  await strict.app.limits.limit(name, rule).take(`member ${reader.memberId}`, rule.points - 1);
  expect((await ask(reader)).status).toBe(200);
  expect((await ask(reader)).status).toBe(429);
  expect((await ask(other)).status).toBe(200);
});

test('visitors have a budget of searches a day by address, and by the provider whose networks they rotate', async () => {
  const ask = (address: string) => strict.visitor(address).call('members', { query: {} });
  const daily = strict.app.limits.limit('searches a day', { points: 3000, seconds: 86_400 });
  await daily.take('address 198.51.100.7', 2999);
  expect((await ask('198.51.100.7')).status).toBe(200);
  expect((await ask('198.51.100.7')).status).toBe(429);
  expect((await ask('198.51.100.8')).status).toBe(200);
  const all = strict.app.limits.limit('searches of a provider', { points: 10_000, seconds: 86_400 });
  await all.take('provider 2001:db8', 9999);
  expect((await ask('2001:db8:1:2::1')).status).toBe(200);
  expect((await ask('2001:db8:ffff:3::1')).status).toBe(429);
});

test('refuses an upload over the limit before reading its body', async () => {
  const member = await plantWithBrowser(strict);
  const upload = { file: { content: Buffer.from('no picture') } };
  for (let i = 0; i < 60; i++) expect((await member.call('addPhoto', upload)).status).toBe(422);
  const { hostname, port } = new URL(await strict.url());
  const socket = connect(Number(port), hostname);
  const answer = new Promise<string>((done) => socket.once('data', (bytes) => done(bytes.toString())));
  socket.write(
    [
      'POST /api/photo.php HTTP/1.1',
      `host: ${hostname}:${port}`,
      `cookie: auth=${member.cookies.get('auth')}`,
      'content-type: multipart/form-data; boundary=x',
      'content-length: 14000000',
      '',
      '',
    ].join('\r\n'),
  );
  expect(await answer).toMatch(/^HTTP\/1\.1 429 /);
  socket.destroy();
});

test('counts only calls with the field of a limit by field', async () => {
  const member = await plantWithBrowser(strict);
  const order = { package: 1, method: 'ideal', consent: true };
  const start = (more: object) =>
    member.call('startPayment', { body: { ...order, idempotency_key: randomUUID(), ...more } });
  for (let i = 0; i < 30; i++)
    expect((await start({ discountcode: `GUESS${i}` })).body.error).toBe('code_not_found');
  expect((await start({ discountcode: 'GUESS31' })).body.error).toBe('too_many_requests');
  expect((await start({})).status).toBe(201);
});

test('refuses a form body unless the row accepts it', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status, body } = await strict
    .visitor()
    .request<{ error: string }>('POST', '/api/user.php', { payload: 'email=a%40b.nl&password=x', headers });
  expect([status, body.error]).toEqual([400, 'unsupported_body']);
});

test.each(['/api/chat.php?profile=1', '/api/member.php?id=1', '/api/discountcode.php?code=X'])(
  'refuses cross-site requests to %s, which changes state',
  async (path) => {
    const member = await plantWithBrowser(strict);
    const { status, body } = await member.request<{ error: string }>('GET', path, {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect([status, body.error]).toEqual([403, 'cross_site']);
  },
);

test('answers calls over a lenient limit without counting them', async () => {
  const visits = { points: 600, seconds: 600 };
  const page = { lander: 'gallery', slug: '1', seconds: 4 };
  const counted = async () => {
    const seconds = sql<{ n: number }>`select coalesce(sum(seconds), 0)::int as n from page_visits`;
    return (await one(seconds.execute(strict.db))).n;
  };
  const beacon = () => strict.visitor('198.51.100.7').call('pageHidden', { body: page });
  expect((await beacon()).status).toBe(204);
  const before = await counted();
  expect(before).toBe(4);
  await strict.app.limits.limit('page visits', visits).take('address 198.51.100.7', visits.points - 1);
  expect((await beacon()).status).toBe(204);
  expect(await counted()).toBe(before);
});

test('limits landing pages by address', async () => {
  const open = () => strict.visitor('198.51.100.8').call('landing', { query: { lander: 'gallery' } });
  expect((await open()).status).toBe(200);
  const pages = { points: 3000, seconds: 600 };
  await strict.app.limits.limit('landing pages', pages).take('address 198.51.100.8', pages.points - 1);
  expect((await open()).body).toMatchObject({ error: 'too_many_requests' });
});

test('limits preview images by IPv6 /64 network, not by address', async () => {
  const look = (address: string) => strict.visitor(address).request('GET', '/og/site/1.png');
  expect((await look('2001:db8:7:7::1')).status).toBe(200);
  const pictures = { points: 120, seconds: 600 };
  await strict.app.limits.limit('page pictures', pictures).take(networkOf('2001:db8:7:7::2'), 119);
  expect((await look('2001:db8:7:7:ffff::1')).status).toBe(429);
  expect((await look('2001:db8:7:8::1')).status).toBe(200);
});

test('limits images in messages, and refuses undeliverable ones before decoding them', async () => {
  const anna = await plantWithBrowser(strict);
  const send = () =>
    anna.call('send', {
      body: { profile: 999_999_999, client_id: randomUUID() },
      file: { content: Buffer.from('no picture at all, which only a decoder would find') },
    });
  for (let n = 0; n < 40; n++) expect((await send()).status).toBe(404);
  expect((await send()).status).toBe(429);
});
