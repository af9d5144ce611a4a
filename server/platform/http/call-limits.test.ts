import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { plantWithBrowser } from '#support/members.ts';

// What a call's row asks before the call is answered: forms, limits, other sites.

const strict = testApp({ LIMITS_SCALE: '1' });

test('a limit by address counts an IPv6 network as one caller', async () => {
  const check = (address: string) => strict.visitor(address).call('signupCheck', { query: { name: 'Anna' } });
  for (let i = 0; i < 120; i++) expect((await check(`2001:db8:1:2::${i.toString(16)}`)).status).toBe(200);
  expect((await check('2001:db8:1:2:ffff::1')).status).toBe(429);
  expect((await check('2001:db8:1:3::1')).status).toBe(200);
});

test.each([
  ['member', 'profile views', { points: 600, seconds: 3600 }],
  ['members', 'searches', { points: 600, seconds: 600 }],
  ['members', 'searches a day', { points: 3000, seconds: 86_400 }],
] as const)('an account copies no site: %s has the budget of %s', async (call, name, rule) => {
  const [reader, other] = [await plantWithBrowser(strict), await plantWithBrowser(strict)];
  const ask = (who: typeof reader) => who.call(call, { query: call === 'member' ? { id: other.memberId } : {} });
  await strict.app.limits.limit(name, rule).take(`member ${reader.memberId}`, rule.points - 1);
  expect((await ask(reader)).status).toBe(200);
  expect((await ask(reader)).status).toBe(429);
  // Another has the own budget, whatever the address.
  expect((await ask(other)).status).toBe(200);
});

test('an upload beyond the limit is refused before its bytes come', async () => {
  const member = await plantWithBrowser(strict);
  const upload = { file: { content: Buffer.from('no picture') } };
  for (let i = 0; i < 60; i++) expect((await member.call('addPhoto', upload)).status).toBe(422);
  // Only the head of a request whose 14 MB never arrive: the answer is there nevertheless.
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

test('a limit for a field counts only calls that have the field', async () => {
  const member = await plantWithBrowser(strict);
  const order = { package: 1, method: 'ideal', consent: true };
  const start = (more: object) => member.call('startPayment', { body: { ...order, idempotency_key: randomUUID(), ...more } });
  for (let i = 0; i < 30; i++) expect((await start({ discountcode: `GUESS${i}` })).body.error).toBe('code_not_found');
  expect((await start({ discountcode: 'GUESS31' })).body.error).toBe('too_many_requests');
  expect((await start({})).status).toBe(201);
});

test('a form body is refused where the row does not take one', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status, body } = await strict.visitor().request<{ error: string }>('POST', '/api/user.php', { payload: 'email=a%40b.nl&password=x', headers });
  expect([status, body.error]).toEqual([400, 'unsupported_body']);
});

test.each(['/api/chat.php?profile=1', '/api/member.php?id=1', '/api/discountcode.php?code=X'])('%s changes state and is refused across sites', async (path) => {
  const member = await plantWithBrowser(strict);
  const { status, body } = await member.request<{ error: string }>('GET', path, { headers: { 'sec-fetch-site': 'cross-site' } });
  expect([status, body.error]).toEqual([403, 'cross_site']);
});
