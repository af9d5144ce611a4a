// `node scripts/run.mjs name …`: runs scripts/commands/name.ts (or a path) with the pinned Node, after installing
// missing dependencies, so that every command works on a fresh clone and on a host with an older Node.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, envFileArgs, environment, nodePath, root } from './prepare.mjs';

const [name, ...args] = process.argv.slice(2);

const isTest = /^(?:benches\/|scripts\/test-run\/|scripts\/scale\/(?:test-cluster|kill-worker))/.test(name);

ensureInstalled();
const child = spawn(
  nodePath(),
  [
    ...(isTest ? [] : envFileArgs()),
    join(root, name.includes('/') ? name : `scripts/commands/${name}.ts`),
    ...args,
  ],
  {
    stdio: 'inherit',
    env: environment(),
  },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
