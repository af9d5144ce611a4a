import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { freePort, startSite, type RunningSite } from '#support/running-site.ts';

// docs/operate/nginx/liaison.conf, as it stands, in Debian's nginx before a real site: only ports, files and the name are put in.

const NGINX = '/usr/sbin/nginx';
const missing = [NGINX, '/usr/bin/openssl'].filter((program) => !existsSync(program));
const NAME = 'example.test';

describe.skipIf(missing.length > 0)(`the site behind nginx${missing.length > 0 ? ` (not here: ${missing.join(', ')})` : ''}`, () => {
  let site: RunningSite;
  let folder: string;
  let nginx: ChildProcess;
  let port: number;
  let plainPort: number;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'liaison-nginx-'));
    [port, plainPort] = [await freePort(), await freePort()];
    site = await startSite({ PUBLIC_URL: `https://${NAME}:${port}`, TRUST_PROXY: '127.0.0.1', DEMO_MEMBERS: '2' });
    const made = spawnSync('openssl', [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      '-subj',
      `/CN=${NAME}`,
      '-addext',
      `subjectAltName=DNS:${NAME}`,
      '-keyout',
      join(folder, 'privkey.pem'),
      '-out',
      join(folder, 'fullchain.pem'),
    ]);
    if (made.status !== 0) throw new Error(made.stderr.toString());
    const ours = readFileSync(join(import.meta.dirname, '../../docs/operate/nginx/liaison.conf'), 'utf8')
      .replaceAll(`/etc/letsencrypt/live/${NAME}`, folder)
      .replaceAll('/var/log/nginx', folder)
      .replace('127.0.0.1:3000', new URL(site.url).host.replace('localhost', '127.0.0.1'))
      .replace(/^ *listen \[::\].*\n/gm, '')
      .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
      .replace('listen 443', `listen 127.0.0.1:${port}`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n');
    writeFileSync(join(folder, 'liaison.conf'), ours);
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off;\npid ${join(folder, 'pid')};\nerror_log stderr;\nworker_processes 1;\n${process.getuid?.() === 0 ? 'user root;' : ''}
       events { worker_connections 256; }\nhttp {\n${temporary}\ninclude ${join(folder, 'liaison.conf')};\n}`,
    );
    mkdirSync(join(folder, 'logs'));
    const checked = spawnSync(NGINX, ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')]);
    if (checked.status !== 0) throw new Error(checked.stderr.toString());
    nginx = spawn(NGINX, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
    while ((await ask('GET', '/health').catch(() => null))?.status !== 200) await wait(50);
  });
  afterAll(async () => {
    if (nginx?.exitCode === null) {
      nginx.kill('SIGTERM');
      await once(nginx, 'exit');
    }
    await site?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens a request by TLS with the certificate of the test. */
  const open = (method: string, path: string, headers: Record<string, string> = {}, body?: string | Buffer) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port,
          path,
          method,
          servername: NAME,
          ca: readFileSync(join(folder, 'fullchain.pem')),
          headers: { host: `${NAME}:${port}`, ...headers },
        },
        resolve,
      );
      asked.on('error', reject);
      asked.end(body);
    });
  async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string | Buffer) {
    const answer = await open(method, path, headers, body);
    return { status: answer.statusCode, headers: answer.headers, text: Buffer.concat(await Array.fromAsync(answer)).toString() };
  }

  test('plain http is sent to https, and a page comes with its links to the public name', async () => {
    const plain = await fetch(`http://127.0.0.1:${plainPort}/members?x=1`, { headers: { host: NAME }, redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([308, `https://127.0.0.1/members?x=1`]);
    const page = await ask('GET', '/');
    expect(page.status).toBe(200);
    // As on the usual port: the proxy names the host alone.
    expect(page.text).toContain(`"origin":"https://${NAME}"`);
  });

  test('an event stream arrives event by event, at once', async () => {
    const login = await ask(
      'POST',
      '/api/user.php',
      { 'content-type': 'application/json' },
      JSON.stringify({ email: emailOf('anna'), password: demoPassword }),
    );
    expect(login.status).toBe(200);
    const cookie = login.headers['set-cookie']!.find((line) => line.startsWith('auth='))!.split(';')[0]!;
    const stream = await open('GET', '/api/events.php', { cookie, accept: 'text/event-stream' });
    expect(stream.headers['content-type']).toContain('text/event-stream');
    let heard = '';
    stream.on('data', (chunk: Buffer) => (heard += chunk.toString()));
    // A buffering proxy would hold this back until the stream ends, which it does not.
    await expect.poll(() => heard).not.toBe('');
    stream.destroy();
  });

  test('the log keeps no signature of a photo, and no address that a visitor claims to have', async () => {
    const log = () => readFileSync(join(folder, 'liaison.log'), 'utf8');
    await ask('GET', '/photos/1/480?s=a-signature', { 'x-forwarded-for': '203.0.113.9' });
    await expect.poll(log).toContain('"GET /photos/1/480" 404');
    expect(log()).not.toMatch(/a-signature|203\.0\.113\.9/);
  });

  test('a body that is larger than any photo is refused before the site sees it', async () => {
    const send = (bytes: number) => ask('POST', '/api/user.php', { 'content-type': 'application/json' }, Buffer.alloc(bytes, ' '));
    // Within nginx's bounds the site answers in its own words.
    expect((await send(1000)).headers['content-type']).toContain('application/json');
    expect((await send(17 * 1024 * 1024)).status).toBe(413);
  });
});
