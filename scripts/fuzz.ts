import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

// `npm run fuzz [-- --calls 20000 --seed 7]`: the long run of server/fuzz.test.ts. A fault names the call and what it was given.

const { values } = parseArgs({ options: { calls: { type: 'string', default: '20000' }, seed: { type: 'string', default: String(Date.now() % 1_000_000) } } });
const root = join(import.meta.dirname, '..');
const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'server', 'server/fuzz.test.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FUZZ_CALLS: values.calls, FUZZ_SEED: values.seed },
});
child.on('exit', (code) => process.exit(code ?? 1));
