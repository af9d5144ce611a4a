import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { freePort, startSite, type RunningSite } from '#support/running-site.ts';
import {
  missingFor,
  NAME,
  startTlsProxy,
  type ProxyName,
  type TlsProxy,
} from '#support/services/tls-proxies.ts';

// Tests the claims of docs/operate about nginx and Caddy, with the documented configuration in front of a
// real site.

for (const name of ['nginx', 'caddy'] as const) {
  const missing = missingFor(name);
  describe.skipIf(missing.length > 0)(
    `the site behind ${name}${missing.length > 0 ? ` (missing here: ${missing.join(', ')})` : ''}`,
    () => {
      promises(name);
    },
  );
}

function promises(name: ProxyName): void {
  let site: RunningSite;
  let proxy: TlsProxy;
  let plainPort: number;

  beforeAll(async () => {
    const port = await freePort();
    plainPort = await freePort();
    site = await startSite({
      PUBLIC_URL: `https://${NAME}:${port}`,
      TRUST_PROXY: '127.0.0.1',
      DEMO_MEMBERS: '2',
      LIMITS_SCALE: '1',
    });
    proxy = await startTlsProxy(name, { url: site.url, port, plainPort });
  });
  afterAll(async () => {
    await proxy?.close();
    await site?.remove();
  });

  const json = { 'content-type': 'application/json' };
  /** Headers that a visitor could forge and the site must not trust. */
  const claims = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': 'elsewhere.example',
  };

  async function logIn(name: string): Promise<{ cookie: string; member: number }> {
    const login = await proxy.ask('POST', '/api/user.php', {
      headers: json,
      body: JSON.stringify({ email: emailOf(name), password: demoPassword }),
    });
    expect(login.status).toBe(200);
    const cookie = login.headers['set-cookie']!.find((line) => /^(__Host-)?auth=/.test(line))!.split(';')[0]!;
    return { cookie, member: (JSON.parse(login.text) as { id: number }).id };
  }

  test('redirects http to https and links to the public name, whatever headers a visitor forges', async () => {
    const plain = await fetch(`http://127.0.0.1:${plainPort}/members?x=1`, {
      headers: { host: NAME },
      redirect: 'manual',
    });
    expect(plain.status).toBe(308);
    expect(plain.headers.get('location')).toMatch(/^https:\/\/[^/]+\/members\?x=1$/);
    const page = await proxy.ask('GET', '/', { headers: claims });
    expect(page.status).toBe(200);
    expect(page.text).toMatch(new RegExp(`"origin":"https://${NAME}(:\\d+)?"`));
    expect(page.text).not.toContain('elsewhere.example');
  });

  test('applies limits to the real address of the visitor, not to the proxy or a forged one', async () => {
    const error = JSON.stringify({
      name: 'TypeError',
      message: 'x is not a function',
      stack: '',
      path: '/en/members',
    });
    const tell = (from: string, claimed: number) =>
      proxy.ask('POST', '/api/client-error.php', {
        headers: { ...json, 'x-forwarded-for': `203.0.113.${claimed}` },
        body: error,
        from,
      });
    const answers: number[] = [];
    for (let n = 0; n < 11; n++) answers.push((await tell('127.0.0.2', n)).status);
    expect(answers).toEqual([...Array(10).fill(202), 429]);
    expect((await tell('127.0.0.3', 1)).status).toBe(202);
  });

  test('delivers an event stream unbuffered and keeps it open', async () => {
    const [anna, bram] = [await logIn('anna'), await logIn('bram')];
    const stream = await proxy.open('GET', '/api/events.php', {
      headers: { cookie: anna.cookie, accept: 'text/event-stream' },
    });
    expect(stream.headers['content-type']).toContain('text/event-stream');
    // A proxy waits for open streams before it exits.
    onTestFinished(() => void stream.destroy());
    let heard = '';
    stream.on('data', (chunk: Buffer) => (heard += chunk.toString()));
    for (const text of ['First through the proxy', 'Second through the proxy']) {
      const message = JSON.stringify({ profile: anna.member, text, client_id: crypto.randomUUID() });
      const sent = await proxy.ask('POST', '/api/chat.php', {
        headers: { ...json, cookie: bram.cookie },
        body: message,
      });
      expect(sent.status, sent.text).toBe(201);
      // A buffering proxy would hold this back until the stream ends, which never happens.
      await expect.poll(() => heard, { timeout: 3000 }).toContain(text);
      await wait(1500);
    }
    expect(stream.readableEnded).toBe(false);
  });

  test('logs no signature, search term, cookie, forged address or token in a path', async () => {
    await proxy.ask('GET', '/en/partners/a-partners-token');
    await proxy.ask('GET', '/photos/1/480?s=a-signature&find=a-name', {
      headers: { ...claims, cookie: '__Host-auth=a-cookie' },
    });
    await expect.poll(proxy.log).toContain('/photos/1/480');
    expect(proxy.log()).not.toMatch(/a-signature|a-name|a-cookie|a-partners-token|203\.0\.113\.9/);
  });

  test('rejects a body larger than any photo before it reaches the site', async () => {
    const send = (bytes: number) =>
      proxy.ask('POST', '/api/user.php', { headers: json, body: Buffer.alloc(bytes, ' ') });
    // Within the proxy's limit, the site responds itself.
    expect((await send(1000)).headers['content-type']).toContain('application/json');
    // The site rejects it immediately. If it closes the connection before Caddy has sent everything, Caddy
    // returns 502.
    expect(name === 'caddy' ? [413, 502] : [413]).toContain((await send(17 * 1024 * 1024)).status);
  });

  // The last test, because it ends the site.
  test('logs no token of a mailed link while the site is away', async () => {
    await site.kill();
    const reset = '/en/reset-password/do?token=one-time-secret';
    for (const path of ['/admin/login?token=one-time-secret', reset]) {
      const headers = { referer: `https://${NAME}${reset}` };
      expect([502, 503]).toContain((await proxy.ask('GET', path, { headers })).status);
    }
    await expect.poll(proxy.log).toContain('/en/reset-password/do');
    expect(proxy.log() + proxy.errorLog()).not.toContain('one-time-secret');
  });
}
