import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeMemoryFolder } from '../memory-folder.ts';
import { freePort } from '../running-site.ts';

const PROGRAM = '/usr/bin/turnserver';
/** Debian's package `coturn`. Without it, tests that need a TURN server are skipped. */
export const hasCoturn = existsSync(PROGRAM);

const START_MS = 20_000;

export interface TestCoturn {
  url: string;
  secret: string;
  said(): string;
  start(): Promise<void>;
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/** A real TURN server on a free port, which relays to this machine only. */
export async function startCoturn(): Promise<TestCoturn> {
  const port = await freePort();
  const folder = makeMemoryFolder('liaison-coturn-');
  const secret = 'secret of the test';
  let child: ChildProcess | null = null;
  let said = '';
  const coturn: TestCoturn = {
    url: `turn:127.0.0.1:${port}?transport=udp`,
    secret,
    said: () => said,
    async start() {
      said = '';
      child = spawn(
        PROGRAM,
        [
          '-n',
          ...['--listening-ip', '127.0.0.1', '--relay-ip', '127.0.0.1', '--listening-port', String(port)],
          ...['--use-auth-secret', '--static-auth-secret', secret, '--realm', 'test'],
          // Both browsers of a test are on this machine.
          '--allow-loopback-peers',
          ...['--no-tls', '--no-dtls', '--no-cli', '--verbose', '--log-file', 'stdout'],
          ...['--pidfile', join(folder, 'pid'), '--userdb', join(folder, 'users')],
        ],
        { stdio: ['ignore', 'pipe', 'pipe'] },
      );
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
      for (const end = Date.now() + START_MS; !said.includes('Total General servers');) {
        if (child.exitCode !== null || Date.now() > end) throw new Error(`coturn did not start: ${said}`);
        await wait(50);
      }
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
    async remove() {
      await coturn.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await coturn.start();
  return coturn;
}
