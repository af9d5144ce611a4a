import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

// `npm run fuzz [-- --calls 20000 --seed 7]`: a long run of server/fuzz.test.ts. A failure shows the call and
// its input.

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const root = join(import.meta.dirname, '../..');
const child = spawn(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'server', 'server/fuzz.test.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FUZZ_CALLS: values.calls, FUZZ_SEED: values.seed },
  },
);
child.on('exit', (code) => process.exit(code ?? 1));
