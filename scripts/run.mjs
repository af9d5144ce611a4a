// `node scripts/run.mjs name …`: runs scripts/commands/name.ts (or a path) with the pinned Node, after installing
// missing dependencies, so that every command works on a fresh clone and on a host with an older Node.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, envFileArgs, environment, nodePath, root } from './prepare.mjs';

const [name, ...args] = process.argv.slice(2);

/**
 * Operators' programs read `.env`. All others are for developers: they must not depend on how somebody runs the
 * site, and need the packages for tests and checks.
 */
const isForOperators = /^(?:[\w-]+$|scripts\/(?:move|recovery)\/|scripts\/scale\/distribute\.ts$)/.test(name);

ensureInstalled({ withDev: !isForOperators });
const child = spawn(
  nodePath(),
  [
    ...(isForOperators ? envFileArgs() : []),
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
