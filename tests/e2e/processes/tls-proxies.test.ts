import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { freePort, startSite, type RunningSite } from '#support/running-site.ts';
import { missingFor, NAME, startTlsProxy, type ProxyName, type TlsProxy } from '#support/services/tls-proxies.ts';

// What docs/operate promises of nginx and Caddy, each with its file as it stands there, before a real site.

for (const name of ['nginx', 'caddy'] as const) {
  const missing = missingFor(name);
  describe.skipIf(missing.length > 0)(`the site behind ${name}${missing.length > 0 ? ` (not here: ${missing.join(', ')})` : ''}`, () => {
    promises(name);
  });
}

function promises(name: ProxyName): void {
  let site: RunningSite;
  let proxy: TlsProxy;
  let plainPort: number;

  beforeAll(async () => {
    const port = await freePort();
    plainPort = await freePort();
    site = await startSite({ PUBLIC_URL: `https://${NAME}:${port}`, TRUST_PROXY: '127.0.0.1', DEMO_MEMBERS: '2', LIMITS_SCALE: '1' });
    proxy = await startTlsProxy(name, { url: site.url, port, plainPort });
  });
  afterAll(async () => {
    await proxy?.close();
    await site?.remove();
  });

  const json = { 'content-type': 'application/json' };
  /** What a visitor could claim, of which the site believes nothing. */
  const claims = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http', 'x-forwarded-host': 'elsewhere.example' };

  async function logIn(name: string): Promise<{ cookie: string; member: number }> {
    const login = await proxy.ask('POST', '/api/user.php', { headers: json, body: JSON.stringify({ email: emailOf(name), password: demoPassword }) });
    expect(login.status).toBe(200);
    const cookie = login.headers['set-cookie']!.find((line) => line.startsWith('auth='))!.split(';')[0]!;
    return { cookie, member: (JSON.parse(login.text) as { id: number }).id };
  }

  test('plain http is sent to https, and a page has its links to the public name, whatever a visitor claims', async () => {
    const plain = await fetch(`http://127.0.0.1:${plainPort}/members?x=1`, { headers: { host: NAME }, redirect: 'manual' });
    expect(plain.status).toBe(308);
    expect(plain.headers.get('location')).toMatch(/^https:\/\/[^/]+\/members\?x=1$/);
    const page = await proxy.ask('GET', '/', { headers: claims });
    expect(page.status).toBe(200);
    expect(page.text).toMatch(new RegExp(`"origin":"https://${NAME}(:\\d+)?"`));
    expect(page.text).not.toContain('elsewhere.example');
  });

  test('limits count for the address that a visitor has, not for the one of the proxy or one that is claimed', async () => {
    const error = JSON.stringify({ name: 'TypeError', message: 'x is not a function', stack: '', path: '/en/members' });
    const tell = (from: string, claimed: number) =>
      proxy.ask('POST', '/api/client-error.php', { headers: { ...json, 'x-forwarded-for': `203.0.113.${claimed}` }, body: error, from });
    const answers: number[] = [];
    for (let n = 0; n < 11; n++) answers.push((await tell('127.0.0.2', n)).status);
    expect(answers).toEqual([...Array(10).fill(202), 429]);
    expect((await tell('127.0.0.3', 1)).status).toBe(202);
  });

  test('an event stream arrives event by event, at once, and stays', async () => {
    const [anna, bram] = [await logIn('anna'), await logIn('bram')];
    const stream = await proxy.open('GET', '/api/events.php', { headers: { cookie: anna.cookie, accept: 'text/event-stream' } });
    expect(stream.headers['content-type']).toContain('text/event-stream');
    // A proxy waits for open streams before it ends.
    onTestFinished(() => void stream.destroy());
    let heard = '';
    stream.on('data', (chunk: Buffer) => (heard += chunk.toString()));
    for (const text of ['First through the proxy', 'Second through the proxy']) {
      const message = JSON.stringify({ profile: anna.member, text, client_id: crypto.randomUUID() });
      const sent = await proxy.ask('POST', '/api/chat.php', { headers: { ...json, cookie: bram.cookie }, body: message });
      expect(sent.status, sent.text).toBe(201);
      // A buffering proxy would hold this back until the stream ends, which it does not.
      await expect.poll(() => heard, { timeout: 3000 }).toContain(text);
      await wait(1500);
    }
    expect(stream.readableEnded).toBe(false);
  });

  test('the log keeps no signature, nothing that was looked for, no cookie, and no address that a visitor claims to have', async () => {
    await proxy.ask('GET', '/photos/1/480?s=a-signature&find=a-name', { headers: { ...claims, cookie: 'auth=a-cookie' } });
    await expect.poll(proxy.log).toContain('/photos/1/480');
    expect(proxy.log()).not.toMatch(/a-signature|a-name|a-cookie|203\.0\.113\.9/);
  });

  test('a body that is larger than any photo is refused before the site takes it in', async () => {
    const send = (bytes: number) => proxy.ask('POST', '/api/user.php', { headers: json, body: Buffer.alloc(bytes, ' ') });
    // Within the proxy's bounds the site answers in its own words.
    expect((await send(1000)).headers['content-type']).toContain('application/json');
    // The site refuses it too, and at once: where it has closed before Caddy stops sending, Caddy knows no better than 502.
    expect(name === 'caddy' ? [413, 502] : [413]).toContain((await send(17 * 1024 * 1024)).status);
  });
}
