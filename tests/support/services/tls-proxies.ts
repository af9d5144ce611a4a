import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

// The proxies of docs/operate with their documented configuration, in front of a real site. Only ports, files
// and the certificate are replaced.

/** The host name in both configuration files of docs/operate. */
export const NAME = 'example.test';
const OPENSSL = '/usr/bin/openssl';
const START_MS = 20_000;
const read = (file: string) => readFileSync(join(import.meta.dirname, '../../../docs/operate', file), 'utf8');

interface Place {
  folder: string;
  site: string;
  port: number;
  plainPort: number;
}

interface Program {
  path: string;
  /** Writes the configuration. Returns the arguments that check it and those that start the proxy. */
  prepare(place: Place): { check: string[]; start: string[] };
}

const nginx: Program = {
  path: '/usr/sbin/nginx',
  prepare({ folder, site, port, plainPort }) {
    const ours = read('nginx/liaison.conf')
      .replaceAll(`/etc/letsencrypt/live/${NAME}`, folder)
      .replaceAll('/var/log/nginx', folder)
      .replace('127.0.0.1:3000', site)
      .replace(/^ *listen \[::\].*\n/gm, '')
      .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
      .replace('listen 443', `listen 127.0.0.1:${port}`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${join(folder, name)};`)
      .join('\n');
    writeFileSync(join(folder, 'liaison.conf'), ours);
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off;\npid ${join(folder, 'pid')};\nerror_log stderr;\nworker_processes 1;\n${process.getuid?.() === 0 ? 'user root;' : ''}
       events { worker_connections 256; }\nhttp {\n${temporary}\ninclude ${join(folder, 'liaison.conf')};\n}`,
    );
    const start = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
    return { check: ['-t', ...start], start };
  },
};

const caddy: Program = {
  path: '/usr/bin/caddy',
  prepare({ folder, site, port, plainPort }) {
    const file = join(folder, 'Caddyfile');
    const ours = read('caddy/Caddyfile')
      .replace('/var/log/caddy', folder)
      .replaceAll('{$SITE_UPSTREAM:127.0.0.1:3000}', site)
      .replace(
        `{$SITE_HOST:${NAME}} {`,
        `${NAME} {\n\ttls ${join(folder, 'fullchain.pem')} ${join(folder, 'privkey.pem')}`,
      );
    writeFileSync(
      file,
      `{\n\tadmin off\n\tgrace_period 1s\n\tstorage file_system ${folder}\n\thttp_port ${plainPort}\n\thttps_port ${port}\n}\n\n${ours}`,
    );
    const start = ['--config', file, '--adapter', 'caddyfile'];
    return { check: ['validate', ...start], start: ['run', ...start] };
  },
};

/** The minor release of Caddy 2 that knows `request_buffers`. */
const CADDY_BUFFERS_REQUESTS = 7;

const programs = { nginx, caddy };
export type ProxyName = keyof typeof programs;

/** What the test of a proxy needs and this machine lacks. */
export function missingFor(name: ProxyName): string[] {
  const missing = [programs[name].path, OPENSSL].filter((program) => !existsSync(program));
  if (missing.length > 0 || name !== 'caddy') return missing;
  const { stdout } = spawnSync(caddy.path, ['version'], { encoding: 'utf8' });
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(stdout)?.slice(1) ?? []).map(Number);
  return major > 2 || minor >= CADDY_BUFFERS_REQUESTS ? [] : [`Caddy 2.${CADDY_BUFFERS_REQUESTS}`];
}

export interface TlsProxy {
  log(): string;
  /** The error log; empty for Caddy, which has none of its own. */
  errorLog(): string;
  /** Opens a request over TLS. `from` is the visitor's own address, a local one. */
  open(method: string, path: string, options?: Asked): Promise<IncomingMessage>;
  ask(
    method: string,
    path: string,
    options?: Asked,
  ): Promise<{ status: number; headers: IncomingMessage['headers']; text: string }>;
  close(): Promise<void>;
}

interface Asked {
  headers?: Record<string, string>;
  body?: string | Buffer;
  from?: string;
}

/**
 * Starts a proxy with its configuration from docs/operate in front of a running site, and waits until it
 * answers.
 */
export async function startTlsProxy(
  name: ProxyName,
  { url, port, plainPort }: { url: string; port: number; plainPort: number },
): Promise<TlsProxy> {
  const folder = mkdtempSync(join(tmpdir(), `liaison-${name}-`));
  makeCertificate(folder);
  const { path, prepare } = programs[name];
  const { check, start } = prepare({
    folder,
    site: new URL(url).host.replace('localhost', '127.0.0.1'),
    port,
    plainPort,
  });
  const checked = spawnSync(path, check);
  if (checked.status !== 0) throw new Error(checked.stderr.toString());
  const running = spawn(path, start, { stdio: 'ignore' });
  const ca = readFileSync(join(folder, 'fullchain.pem'));

  const open: TlsProxy['open'] = (method, path, { headers = {}, body, from } = {}) =>
    new Promise((resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port,
          path,
          method,
          servername: NAME,
          ca,
          localAddress: from,
          headers: { host: `${NAME}:${port}`, ...headers },
        },
        resolve,
      );
      asked.on('error', reject);
      asked.end(body);
    });
  const proxy: TlsProxy = {
    open,
    log: () => readFileSync(join(folder, 'liaison.log'), 'utf8'),
    errorLog: () => {
      const file = join(folder, 'liaison.error.log');
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    },
    async ask(...request) {
      const answer = await open(...request);
      return {
        status: answer.statusCode!,
        headers: answer.headers,
        text: Buffer.concat(await Array.fromAsync(answer)).toString(),
      };
    },
    async close() {
      if (running.exitCode === null) await end(running);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  for (const late = Date.now() + START_MS; ; await wait(50)) {
    if ((await proxy.ask('GET', '/health').catch(() => null))?.status === 200) return proxy;
    if (running.exitCode !== null || Date.now() > late) throw new Error(`${name} did not start`);
  }
}

async function end(running: ChildProcess): Promise<void> {
  running.kill('SIGTERM');
  await once(running, 'exit');
}

function makeCertificate(folder: string): void {
  const [key, chain] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const made = spawnSync(OPENSSL, [
    'req',
    ...kind,
    '-subj',
    `/CN=${NAME}`,
    '-addext',
    `subjectAltName=DNS:${NAME}`,
    '-keyout',
    key,
    '-out',
    chain,
  ]);
  if (made.status !== 0) throw new Error(made.stderr.toString());
}
