import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { queuedJobs } from '#support/job-queue.ts';
import { networkOf, ownPath } from './request-line.ts';

// Malformed requests, before any rule of the product applies: no bytes may lead to an internal error.

const site = testApp();

/**
 * Sends raw bytes and reads the head of the response. Gives up after a while, because an admitted upload gets
 * no response.
 */
async function say(bytes: string | Buffer, giveUpMs = 60_000): Promise<string> {
  const { port } = new URL(await site.url());
  const socket: Socket = connect(Number(port), '127.0.0.1');
  let heard = '';
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1');
    if (heard.includes('\r\n\r\n')) socket.destroy();
  });
  await once(socket, 'connect');
  socket.write(bytes);
  const patience = setTimeout(() => socket.destroy(), giveUpMs);
  await once(socket, 'close');
  clearTimeout(patience);
  return heard;
}
const statusOf = (heard: string) => Number(/^HTTP\/1\.[01] (\d{3})/.exec(heard)?.[1]);

describe('the request line', () => {
  test('answers a request without a host, as load balancers send it', async () => {
    expect(statusOf(await say('GET /health HTTP/1.0\r\n\r\n'))).toBe(200);
    expect(statusOf(await say('GET /api/health.php HTTP/1.0\r\n\r\n'))).toBe(200);
  });

  test.each(['[::1', 'a b', 'a/b', '@', 'x:y', '%00', 'é'])('refuses the host %s', async (host) => {
    expect(
      statusOf(
        await say(
          Buffer.from(
            `GET /api/settings.php HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
            'latin1',
          ),
        ),
      ),
    ).toBe(400);
  });

  test('strips the host of a path and reduces leading slashes to one', () => {
    expect(ownPath('//evil.example/x?y')).toBe('/evil.example/x?y');
    expect(ownPath('/\\evil.example')).toBe('/\\evil.example');
    expect(ownPath('http://evil.example//x?y=1')).toBe('/x?y=1');
    expect(ownPath('*')).toBe('/');
    expect(ownPath('//')).toBe('/');
    expect(ownPath('/members?x=//y')).toBe('/members?x=//y');
  });

  const statusAt = async (target: string) =>
    statusOf(await say(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`));

  test('takes the path of an absolute URL as it was sent, so that no proxy rule for a path is bypassed', async () => {
    expect(await statusAt('http://localhost/api/settings.php?x=1')).toBe(200);
    for (const path of [
      '/\\api/settings.php',
      '\\api/settings.php',
      '/x/../api/settings.php',
      '/x\\..\\api/settings.php',
    ])
      for (const target of [path, `http://localhost${path}`])
        expect([target, await statusAt(target)]).not.toEqual([target, 200]);
  });

  test('answers 404 to a path with two leading slashes', async () => {
    for (const path of ['//api/settings.php', '///api/settings.php?x=1', '//'])
      for (const target of [path, `HTTP://localhost${path}`])
        expect([target, await statusAt(target)]).toEqual([target, 404]);
    expect(await statusAt('/api/settings.php?x=//y')).toBe(200);
  });

  test('counts addresses by IPv4 address or IPv6 /64 network', () => {
    expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
    expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
    expect(networkOf('2001:db8:0:12:1:2:3:4')).toBe('2001:db8:0:12::');
    expect(networkOf('2001:db8:0:12::9')).toBe('2001:db8:0:12::');
    expect(networkOf('2001:0DB8::9')).toBe('2001:db8:0:0::');
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::');
    expect(networkOf('::1')).toBe('0:0:0:0::');
  });
});

describe('request values', () => {
  test('refuses or cleans text with a NUL or a lone surrogate, in query, path and body, and stores no such job', async () => {
    const anna = await site.as('anna');
    for (const bad of ['a\0b', 'a\ud800b', '\0']) {
      for (const answer of [
        await anna.call('changeUser', { body: { about: bad } }),
        await site.visitor().call('login', { body: { email: `${bad}@example.test`, password: bad } }),
        await site.visitor().call('resetPassword', { body: { email: `${bad}@example.test` } }),
        await anna.call('discountCode', { query: { code: bad } }),
        await anna.call('tracking', { body: { lander: bad, slug: bad, network: bad } }),
      ]) {
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
      }
    }
    expect((await anna.request('GET', '/photos/1/%00?s=x')).status).toBe(404);
    const form = {
      payload: 'id=%00&payment=%00',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
    expect(
      (await anna.request('POST', '/api/payment-webhook.php?gateway=sandbox', form)).status,
    ).toBeLessThan(500);
    await site.runJobs();
    expect((await queuedJobs(site.db)).filter(({ last_error }) => last_error !== null)).toEqual([]);
  });

  test('refuses numbers out of range, cursors of other lists and forged signatures', async () => {
    const anna = await site.as('anna');
    expect(
      (
        await anna.request('PUT', '/api/user.php', {
          payload: '{"spending_cap":3000000000}',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBeLessThan(500);
    expect((await anna.request('GET', `/photos/1/960?s=zzzzzz.${'%C3%A9'.repeat(22)}`)).status).toBe(404);
    expect(
      (await anna.request('GET', `/api/unsubscribe.php?token=a.zzzzzz.${'%C3%A9'.repeat(22)}`)).status,
    ).toBeLessThan(500);
  });

  test('refuses a form for calls that take JSON', async () => {
    const answer = await site.visitor().request<{ error: string }>('POST', '/api/signup.php', {
      payload: 'email=a%40b.nl&password=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([answer.status, answer.body.error]).toEqual([400, 'unsupported_body']);
  });

  test.each([
    ['without a boundary', 'multipart/form-data', '--x\r\n\r\n'],
    [
      'cut short',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    ],
    ['of nothing', 'multipart/form-data; boundary=x', ''],
  ])('refuses a form %s', async (_, type, payload) => {
    const anna = await site.as('anna');
    const answer = await anna.request<{ error: string }>('POST', '/api/photo.php', {
      payload,
      headers: { 'content-type': type },
    });
    expect(answer.status).toBe(400);
  });
});

test('refuses every form as a login, with any content type', async () => {
  for (const [type, payload] of [
    ['Application/X-WWW-Form-Urlencoded', 'email=a%40b.nl&password=x'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\na@b.nl\r\n--x--\r\n',
    ],
    ['Multipart/Form-Data; boundary=x', '--x--\r\n'],
  ]) {
    const answer = await site.visitor().request<{ error: string }>('POST', '/api/user.php', {
      payload,
      headers: { 'content-type': String(type) },
    });
    expect([type, answer.status, answer.body.error]).toEqual([type, 400, 'unsupported_body']);
  }
});

test('ends the connection after a form without a boundary, so that no later request waits on it', async () => {
  const { port } = new URL(await site.url());
  const socket = connect(Number(port), '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => (heard += chunk.toString('latin1')));
  const closed = once(socket, 'close', { signal: AbortSignal.timeout(10_000) });
  const cookie = `auth=${(await site.as('anna')).cookies.get('auth')}`;
  socket.write(
    `POST /api/photo.php HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: multipart/form-data\r\nContent-Length: 100000\r\n\r\n`,
  );
  socket.write(Buffer.alloc(100_000));
  await closed;
  expect(statusOf(heard)).toBe(400);
  expect(heard.toLowerCase()).toContain('connection: close');
});

describe('uploads', () => {
  const head = (cookie: string, bytes: number) =>
    `POST /api/photo.php HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${bytes}\r\n\r\n`;
  const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';

  test('reads two uploads per sender at a time while the others wait, and limits those of the whole process', async () => {
    const names = ['bram', 'carla', 'daan', 'eva', 'finn', 'gijs', 'hanna'];
    const cookies: string[] = [];
    for (const name of names) cookies.push(`auth=${(await site.as(name)).cookies.get('auth')}`);
    const { port } = new URL(await site.url());
    const open: { cookie: string; socket: Socket }[] = [];
    const hold = async (cookie: string) => {
      const socket = connect(Number(port), '127.0.0.1');
      open.push({ cookie, socket: socket.on('error', () => {}).resume() });
      await once(socket, 'connect');
      socket.write(head(cookie, 15_000_000) + part);
      return socket;
    };
    const whole = `${part}x\r\n--x--\r\n`;
    const small = (cookie: string, giveUpMs?: number) => say(head(cookie, whole.length) + whole, giveUpMs);

    for (let i = 0; i < 2; i++) await hold(cookies[0]!);
    // Other members' uploads are read in the meantime. These calls also cache their sessions, so that the
    // uploads below are handled in the order in which they are sent.
    for (const cookie of cookies.slice(1))
      await expect.poll(async () => statusOf(await small(cookie)), { timeout: 30_000 }).toBe(422);
    const third = small(cookies[0]!);
    expect(await Promise.race([third, wait(500, 'waits')])).toBe('waits');
    for (let i = 0; i < 24; i++) await hold(cookies[0]!);
    await expect.poll(async () => statusOf(await small(cookies[0]!, 1000)), { timeout: 30_000 }).toBe(429);

    for (const cookie of cookies.slice(1, 6)) for (let i = 0; i < 2; i++) await hold(cookie);
    // An announced length reserves no memory: only bytes that have arrived count.
    await expect.poll(async () => statusOf(await small(cookies[6]!)), { timeout: 30_000 }).toBe(422);
    const rest = Buffer.alloc(14_990_000);
    for (const { socket } of open) socket.write(rest);
    const upload = Buffer.concat([Buffer.from(head(cookies[6]!, 15_000_000) + part), rest]);
    // An upload that comes before the others have arrived may take the place of one of them.
    const holdRefusedAgain = async () => {
      for (const refused of open.filter(({ cookie, socket }) => cookie !== cookies[0] && socket.destroyed)) {
        open.splice(open.indexOf(refused), 1);
        (await hold(refused.cookie)).write(rest);
      }
    };
    await expect
      .poll(
        async () => {
          await holdRefusedAgain();
          return statusOf(await say(upload, 5000));
        },
        { timeout: 60_000 },
      )
      .toBe(503);
    expect(statusOf(await say(head(cookies[6]!, 200_000_000) + part))).toBe(413);
    for (const { socket } of open) socket.destroy();
    expect(statusOf(await third)).toBe(422);
    await expect.poll(async () => statusOf(await small(cookies[6]!))).toBe(422);
  });
});

test('forbids sniffing, frames and foreign scripts in every response', async () => {
  const visitor = site.visitor();
  for (const path of [
    '/api/settings.php',
    '/api/nowhere.php',
    '/api/openapi.json',
    '/photos/1/960',
    '/health',
  ]) {
    const { headers } = await visitor.request('GET', path);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  }
  const docs = await visitor.request('GET', '/api/docs/');
  expect(docs.headers['content-security-policy']).toContain("frame-ancestors 'none'");
});

test('holds one copy of the documentation script, however many clients do not read it', async () => {
  const { port } = new URL(await site.url());
  const script = '/api/docs/js/scalar.js';
  const { headers, body } = await site.visitor().request<string>('GET', script);
  expect(headers['content-type']).toContain('javascript');
  const heldBytes = () => process.memoryUsage().arrayBuffers;
  const before = heldBytes();
  const sockets: Socket[] = [];
  for (let client = 0; client < 40; client++) {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    socket.write(`GET ${script} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await once(socket, 'readable');
  }
  expect(heldBytes() - before).toBeLessThan(10 * body.length);
  for (const socket of sockets) socket.destroy();
  expect((await site.visitor().request('GET', '/api/docs/%6as/scalar.js')).status).toBe(200);
  expect((await site.visitor().request('GET', '/api/docs/nothing')).status).toBe(404);
});
