// Prepares everything that the site and its tests need to run. It is plain JavaScript for the host's Node (20
// or newer) without dependencies, because it installs them.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export const root = join(dirname(new URL(import.meta.url).pathname), '..');
/** The package of the pinned Node for this machine. */
export const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const pinnedNode = join(
  root,
  'node_modules',
  nodePackage,
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

const BUILD_INPUTS = [
  'web',
  'office',
  'contract',
  'locales',
  'scripts/build',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const SERVER_INPUTS = [
  'server',
  'contract',
  'mail',
  'seeds',
  'scripts/build',
  'scripts/commands',
  'scripts/doctor',
  'scripts/restore',
  'package.json',
  'package-lock.json',
];
/**
 * A build creates much short-lived garbage. With a larger young generation V8 collects less often, which
 * reduces the processor time of the pages' build from 25.0 to 21.4 s.
 */
const ROOM_FOR_YOUNG = '--max-semi-space-size=128';
/** Memory needed to run two builds at once, in bytes. */
const MEMORY_OF_TWO = 3e9;
const BUILD_WAIT_MS = 300_000;

export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/**
 * Installs the packages that are missing or differ from the version in package-lock.json. Those for tests and
 * checks are installed when they are first needed, and stay.
 */
export function ensureInstalled({ withDev = false } = {}) {
  const { isComplete, isCompleteWithDev, hasDev } = installedPackages();
  const kinds = withDev || hasDev ? '--include=dev' : '--omit=dev';
  if (!isComplete) {
    console.log('Installing the dependencies (up to a minute, once)…');
    if (!npm('ci', kinds)) fail('npm ci failed: check the network and try again.');
  } else if (withDev && !isCompleteWithDev) {
    console.log('Installing the packages for tests and checks (up to a minute, once)…');
    // Unlike `npm ci`, this leaves the installed packages in place: a site may be running with them.
    if (!npm('install', '--no-save', kinds)) fail('npm install failed: check the network and try again.');
  }
  // npm leaves an optional package out if it could not be fetched. It has none for macOS and for Windows on ARM.
  const version = pinnedVersions()[nodePackage];
  if (version && !existsSync(pinnedNode)) npm('install', '--no-save', kinds, `${nodePackage}@${version}`);
  nodePath();
}

const pinnedVersions = () =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).optionalDependencies;

let usedNode = null;

/** The Node for all programs: the pinned one, or else the host's if it can run TypeScript. */
export const nodePath = () => (usedNode ??= findNode());

function findNode() {
  if (runs(pinnedNode)) return pinnedNode;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  return fail(
    'The pinned Node 24 could not be installed here, and this Node is older than 22.18: install Node 24 and try again.',
  );
}

/**
 * Arguments with which a child process reads `.env`, if there is one. Its variables count unless the environment has them. Not
 * for tests, which must not depend on how somebody runs the site.
 */
export const envFileArgs = () => {
  const file = join(root, '.env');
  return existsSync(file) ? [`--env-file=${file}`] : [];
};

/** The environment of child processes: the pinned Node and the packages' programs come first in PATH. */
export function environment(extra = {}) {
  const path = [join(root, 'node_modules', '.bin'), dirname(nodePath()), process.env.PATH].join(
    process.platform === 'win32' ? ';' : ':',
  );
  return { ...process.env, PATH: path, ...extra };
}

/**
 * Variables that keep the site's memory small (docs/decisions/0017-memory.md). The Containerfile and the systemd unit set the
 * same.
 */
export const memoryVariables = {
  // Otherwise each thread that decodes images has its own malloc arena, whose memory is never returned.
  MALLOC_ARENA_MAX: '2',
  // Otherwise glibc raises both limits with each large buffer that is freed, and then keeps such buffers.
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  // Otherwise V8 lets the young generation grow to 134 MB on a machine with much memory.
  NODE_OPTIONS: '--max-semi-space-size=32',
};

export const ensureBuilt = () =>
  buildOnce('the web app', 'inputs.hash', BUILD_INPUTS, [join(root, 'scripts', 'build', 'build-pages.ts')]);

export const bundle = join(root, 'build', 'site', 'main.js');

/** Builds the server's bundle if its sources changed since the last build (docs/decisions/0017-memory.md). */
const ensureBundled = () =>
  buildOnce('the server', 'server.hash', SERVER_INPUTS, [join(root, 'scripts', 'build', 'bundle-server.ts')]);

export async function ensureEverythingBuilt() {
  const pages = ensureBuilt();
  if (availableParallelism() < 2 || totalmem() < MEMORY_OF_TWO) await pages;
  await Promise.all([pages, ensureBundled()]);
}

/** Runs a build unless its record has the same inputs. A second process waits for the first. */
async function buildOnce(what, file, inputs, program) {
  const hash = hashOf(inputs);
  const record = join(root, 'build', file);
  const fresh = () => existsSync(record) && readFileSync(record, 'utf8') === hash;
  if (fresh()) return;
  const release = await lock(join(root, 'build', `${file}.pid`));
  try {
    if (fresh()) return;
    const began = Date.now();
    console.log(`Building ${what}…`);
    rmSync(record, { force: true });
    const { status, output } = await runQuietly([ROOM_FOR_YOUNG, ...program], { NODE_ENV: 'production' });
    if (status !== 0) fail(`${output}\n${what[0].toUpperCase()}${what.slice(1)} could not be built.`);
    writeFileSync(record, hash);
    console.log(`Built ${what} in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
  } finally {
    release();
  }
}

export function runQuietly(args, extra = {}) {
  return new Promise((resolve) => {
    const child = spawn(nodePath(), args, {
      cwd: root,
      env: environment(extra),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('close', (status) => resolve({ status: status ?? 1, output: Buffer.concat(chunks).toString() }));
    child.on('error', (error) => resolve({ status: 1, output: error.message }));
  });
}

/** Whether the packages of package-lock.json are installed, without and with those for tests and checks. */
function installedPackages() {
  const placed = join(root, 'node_modules', '.package-lock.json');
  const want = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const have = existsSync(placed) ? JSON.parse(readFileSync(placed, 'utf8')).packages : {};
  const missing = Object.entries(want).filter(([path, { version, optional, devOptional }]) => {
    if (path === '' || have[path]?.version === version) return false;
    // Optional packages may be missing, but none may be of another version.
    return path in have || (!optional && !devOptional);
  });
  return {
    isComplete: missing.every(([, { dev }]) => dev),
    isCompleteWithDev: missing.length === 0,
    hasDev: Object.values(have).some(({ dev }) => dev),
  };
}

function npm(...args) {
  const { status } = spawnSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  return status === 0;
}

function runs(program) {
  return existsSync(program) && spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

function hashOf(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) add(join(path, name));
    } else if (!/\.test\.tsx?$/.test(path)) {
      hash.update(`${path}\0`).update(readFileSync(full)).update('\0');
    }
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}

/** Takes a lock file, after waiting for its holder. A lock whose process is gone is stale. */
async function lock(file) {
  mkdirSync(dirname(file), { recursive: true });
  for (const end = Date.now() + BUILD_WAIT_MS; ;) {
    try {
      const handle = openSync(file, 'wx');
      writeSync(handle, String(process.pid));
      closeSync(handle);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!isAlive(file)) rmSync(file, { force: true });
    else if (Date.now() > end) fail('Another build is still running after five minutes.');
    else await wait(200);
  }
}

function isAlive(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    // Its process has just created an empty file and not written it yet.
    if (pid === 0) return Date.now() - statSync(file).mtimeMs < 1000;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
