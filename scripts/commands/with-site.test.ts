import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeMemoryFolder } from '#support/memory-folder.ts';

test.each(['doctor', 'operator', 'migrate'])(
  'npm run %s without the site’s variables is refused, and creates no database',
  (name) => {
    const folder = makeMemoryFolder('liaison-release-');
    const dataDir = join(folder, 'data');
    try {
      const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [join(import.meta.dirname, `${name}.ts`)],
        {
          cwd: join(import.meta.dirname, '../..'),
          env: { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: dataDir },
          encoding: 'utf8',
          timeout: 60_000,
        },
      );
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toBe(
        `There is no database: DATABASE_URL is not set, and ${dataDir} contains none. Run this with the site's variables (docs/operate/README.md), or start the site once.\n`,
      );
      expect(existsSync(dataDir)).toBe(false);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
