import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodePackage, nodePath } from './prepare.mjs';

// Runs the real package.json's commands in a folder with the real starting scripts, empty programs, two packages,
// and an `npm` that records how it is called.

const ROOT = join(import.meta.dirname, '..');
const { scripts, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
  optionalDependencies: Record<string, string>;
};
const packages = {
  '': {},
  'node_modules/pg': { version: '8.0.0' },
  'node_modules/vitest': { version: '4.0.0', dev: true },
};

let folder: string;
const pinnedNode = () => join(folder, 'node_modules', nodePackage, 'bin', 'node');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'liaison-installation-'));
  for (const name of ['prepare', 'run', 'start'])
    cpSync(join(ROOT, `scripts/${name}.mjs`), join(folder, `scripts/${name}.mjs`));
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  mkdirSync(dirname(pinnedNode()), { recursive: true });
  symlinkSync(nodePath(), pinnedNode());
  write('package-lock.json', JSON.stringify({ packages }));
  const programs = Object.values(scripts).flatMap((script) => /run\.mjs (\S+)/.exec(script)?.[1] ?? []);
  for (const program of [...programs, 'scripts/build/build-pages.ts', 'scripts/build/bundle-server.ts'])
    write(program.includes('/') ? program : `scripts/commands/${program}.ts`, '');
  write('server/main.ts', "process.kill(process.ppid, 'SIGTERM');");
  write('build/site/main.js', '');
  write('bin/npm', `#!/bin/sh\necho "$@" >> ${join(folder, 'npm.log')}\n`);
  chmodSync(join(folder, 'bin/npm'), 0o755);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Writes the record that npm leaves of what it installed. */
const install = (...versions: Partial<typeof packages>[]) =>
  write('node_modules/.package-lock.json', JSON.stringify({ packages: Object.assign({}, ...versions) }));
const site = { 'node_modules/pg': packages['node_modules/pg'] };
const oldSite = { 'node_modules/pg': { version: '7.0.0' } };
const dev = { 'node_modules/vitest': packages['node_modules/vitest'] };

/** How a command calls npm. */
function installsBy(script: string): string[] {
  const log = join(folder, 'npm.log');
  writeFileSync(log, '');
  const path = [join(folder, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter);
  const { status, stderr } = spawnSync('/bin/sh', ['-c', script], {
    cwd: folder,
    env: { PATH: path },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => /^(?:ci|install)/.test(line))
    .map((line) => line.replace(/ --(?:no-audit|no-fund|loglevel=error)/g, ''));
}

const command = (name: string) => scripts[name] ?? expect.fail(`package.json has no command ${name}`);

test('installs what a command needs on a fresh clone', () => {
  // One of the operators' commands stands for the rest, which start in the same way. `build:image` runs `build` first.
  const others = Object.keys(scripts).filter(
    (name) => !/run\.mjs [\w-]+$/.test(command(name)) && name !== 'build:image',
  );
  const withDev = ['doctor', ...others].filter((name) => {
    const [first = '', ...more] = installsBy(command(name));
    expect([['ci --omit=dev', 'ci --include=dev'].includes(first), more], name).toEqual([true, []]);
    return first === 'ci --include=dev';
  });
  expect(withDev).toEqual([
    'test',
    'test:quick',
    'test:cluster',
    'test:figures',
    'test:office-tasks',
    'test:import',
    'format',
    'bench',
    'scale:kill-worker',
    'fuzz',
    'db:bits',
    'db:schema',
    'db:types',
  ]);
});

test('adds the packages for tests to those of the site without replacing them', () => {
  install(site);
  expect(installsBy(command('start'))).toEqual([]);
  expect(installsBy(command('dev'))).toEqual([]);
  expect(installsBy(command('doctor'))).toEqual([]);
  expect(installsBy(command('test'))).toEqual(['install --no-save --include=dev']);
});

test('keeps the packages for tests when those of the site are replaced', () => {
  install(site, dev);
  expect(installsBy(command('test'))).toEqual([]);
  expect(installsBy(command('start'))).toEqual([]);
  install(oldSite, dev);
  expect(installsBy(command('start'))).toEqual(['ci --include=dev']);
  install(oldSite);
  expect(installsBy(command('start'))).toEqual(['ci --omit=dev']);
});

test('adds the pinned Node if npm left it out', () => {
  install(site);
  rmSync(pinnedNode());
  const version = optionalDependencies[nodePackage];
  expect(installsBy(command('doctor'))).toEqual(
    version ? [`install --no-save --omit=dev ${nodePackage}@${version}`] : [],
  );
});
