import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundle, memoryVariables } from '../prepare.mjs';

// Checks docs/operate/systemd with systemd itself, after inserting the release's folder.
// tests/e2e/processes/tls-proxies.test.ts tests the proxies.

const ROOT = join(import.meta.dirname, '../..');
const PROGRAM = '/usr/bin/systemd-analyze';
const missing = existsSync(PROGRAM) ? '' : ` (not here: ${PROGRAM})`;
/**
 * systemd's exposure score, from 0 (fully confined) to 10. Node needs writable and executable memory, the
 * network and its data folder.
 */
const MOST_EXPOSED = 3.5;

test.skipIf(missing)(
  `systemd knows every line of the unit, and its service is isolated from the rest of the machine${missing}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'liaison-unit-'));
    try {
      const unit = join(folder, 'liaison.service');
      const ours = readFileSync(join(ROOT, 'docs/operate/systemd/liaison.service'), 'utf8').replaceAll(
        '/srv/liaison/current',
        ROOT,
      );
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
  },
);

test.each(['docs/operate/systemd/liaison.service', 'Containerfile'])(
  '%s has the variables of npm start',
  (file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    for (const [name, value] of Object.entries(memoryVariables)) expect(text).toContain(`${name}=${value}`);
  },
);

test('the liaison command runs npm commands with the variables and the folder of the service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'liaison-command-'));
  try {
    writeFileSync(join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
    const script = join(ROOT, 'docs/operate/systemd/liaison');
    const unit = readFileSync(join(ROOT, 'docs/operate/systemd/liaison.service'), 'utf8');
    const run = (...words: string[]) =>
      spawnSync('/bin/sh', [script, ...words], {
        encoding: 'utf8',
        env: { PATH: `${folder}:${process.env['PATH']}` },
      });
    const doctor = run('doctor').stdout.split('\n');
    for (const name of ['WorkingDirectory', 'EnvironmentFile', 'User']) {
      const value = new RegExp(`^${name}=(.*)$`, 'm').exec(unit)![1]!;
      expect(
        doctor.some((word) => word.endsWith(`=${value}`)),
        name,
      ).toBe(true);
    }
    const upgrade = run('upgrade', '/srv/a release', '--no-backup').stdout.split('\n');
    expect(upgrade).toContain('--uid=root');
    expect(upgrade.slice(-7, -1)).toEqual([
      '--silent',
      'run',
      'upgrade',
      '--',
      '/srv/a release',
      '--no-backup',
    ]);
    expect(run().status).toBe(2);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the compose file runs the site with roles that are not superusers', () => {
  const compose = readFileSync(join(ROOT, 'compose.yaml'), 'utf8');
  // The image makes this role a superuser.
  const superuser = /POSTGRES_USER: (\S+)/.exec(compose)?.[1] ?? 'postgres';
  const roles = [...compose.matchAll(/URL: postgres:\/\/(\w+):/g)].map((match) => match[1]);
  expect(roles).toEqual(['liaison', 'liaison_app']);
  expect(roles).not.toContain(superuser);
  const script = readFileSync(join(ROOT, 'docs/operate/container/make-roles.sh'), 'utf8');
  for (const role of roles)
    expect(script).toMatch(new RegExp(`^create role ${role} login password :'\\w+';$`, 'm'));
});

test('the example of .env names every variable that the compose file demands', () => {
  const compose = readFileSync(join(ROOT, 'compose.yaml'), 'utf8');
  const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
  const demanded = [...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  expect(demanded).toContain('SITE_HOST');
  for (const name of demanded) expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
});

test('unit and npm start run the same program, which a build writes first', () => {
  expect(readFileSync(join(ROOT, 'scripts/start.mjs'), 'utf8')).toContain('[bundle]');
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts['build']).toBe('node scripts/start.mjs --build-only');
  expect(readFileSync(join(ROOT, 'scripts/commands/upgrade.ts'), 'utf8')).toContain(
    "'scripts/start.mjs'), '--build-only'",
  );
});
