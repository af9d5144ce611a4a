import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { bundle } from '../prepare.mjs';

// docs/operate/systemd as it stands, read by systemd itself; only the release's folder is put in. The proxies are in tests/e2e/processes/tls-proxies.test.ts.

const ROOT = join(import.meta.dirname, '../..');
const PROGRAM = '/usr/bin/systemd-analyze';
const missing = existsSync(PROGRAM) ? '' : ` (not here: ${PROGRAM})`;
/** From 0, a service that may nothing, to 10. Node needs memory that it may write and run, the network and its data folder. */
const MOST_EXPOSED = 3.5;

test.skipIf(missing)(`systemd knows every line of the unit, and its service is kept from the rest of the machine${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'liaison-unit-'));
  try {
    const unit = join(folder, 'liaison.service');
    const ours = readFileSync(join(ROOT, 'docs/operate/systemd/liaison.service'), 'utf8').replaceAll('/srv/liaison/current', ROOT);
    writeFileSync(unit, ours);
    const verified = spawnSync(PROGRAM, ['verify', unit], { encoding: 'utf8' });
    expect([verified.status, verified.stdout + verified.stderr]).toEqual([0, '']);
    const [node, ...started] = /^ExecStart=(.*)$/m.exec(ours)![1]!.split(' ');
    expect([existsSync(node!), started]).toEqual([true, [bundle]]);
    const { stdout } = spawnSync(PROGRAM, ['security', '--offline=true', unit], { encoding: 'utf8' });
    expect(Number(/exposure level.*: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThanOrEqual(MOST_EXPOSED);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('unit, image and npm start run the same program, which a build writes before', () => {
  const image = readFileSync(join(ROOT, 'docs/operate/container/Containerfile'), 'utf8');
  expect(JSON.parse(/^ENTRYPOINT (.*)$/m.exec(image)![1]!)).toEqual(['node', relative(ROOT, bundle)]);
  expect(image.indexOf('RUN npm run build')).toBeGreaterThan(image.indexOf('COPY . .'));
  expect(readFileSync(join(ROOT, 'scripts/start.mjs'), 'utf8')).toContain('[bundle]');
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  expect(scripts['build']).toBe('node scripts/start.mjs --build-only');
  expect(readFileSync(join(ROOT, 'scripts/upgrade.ts'), 'utf8')).toContain("'scripts/start.mjs'), '--build-only'");
});
