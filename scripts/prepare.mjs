// What has to be there before the site or its tests can run. Plain JavaScript for the host's own Node (20 or newer), with
// nothing from node_modules: it is what installs them.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export const root = join(dirname(new URL(import.meta.url).pathname), '..');
const pinnedNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** What the web build is made of. */
const BUILD_INPUTS = [
  'web',
  'contract',
  'locales',
  'scripts/build',
  'vite.config.ts',
  'react-router.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
/** What the server's bundle is made of. */
const SERVER_INPUTS = ['server', 'contract', 'mail', 'seeds', 'scripts/build', 'package.json', 'package-lock.json'];
/** A build makes much that it drops at once: with room for it, V8 collects less often (processor time of the pages 25.0 → 21.4 s). */
const ROOM_FOR_YOUNG = '--max-semi-space-size=128';
/** Bytes that a machine needs to hold two builds at once. */
const MEMORY_OF_TWO = 3e9;
const BUILD_WAIT_MS = 300_000;

/** Ends the program with one sentence. */
export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Installs the dependencies when one is missing or has another version than package-lock.json says. */
export function ensureInstalled({ withDev = false } = {}) {
  if (!isInstalled(withDev)) {
    console.log('Installing the dependencies (a minute or two, once)…');
    const run = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(withDev ? ['--include=dev'] : [])], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
    if (run.status !== 0) fail('npm ci did not succeed: check the network and try again.');
  }
  if (!runs(pinnedNode)) {
    // Where install scripts are switched off, the pinned Node has not been put in place yet.
    spawnSync(process.execPath, ['installArchSpecificPackage.js'], { cwd: join(root, 'node_modules', 'node'), stdio: 'ignore' });
    linkPinnedNode();
  }
  nodePath();
}

/** Lets npm's scripts find the pinned Node first, as a full install does. */
function linkPinnedNode() {
  const link = join(root, 'node_modules', '.bin', 'node');
  if (process.platform === 'win32' || !existsSync(pinnedNode) || existsSync(link)) return;
  rmSync(link, { force: true });
  symlinkSync('../node/bin/node', link);
}

/** The Node that runs everything: the pinned one, else the host's when it can run TypeScript itself. */
export function nodePath() {
  if (runs(pinnedNode)) return pinnedNode;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  return fail('The pinned Node 24 could not be installed here, and this Node is older than 22.18: install Node 24 and try again.');
}

/** The environment of what we start: the pinned Node and the packages' programs come first. */
export function environment(extra = {}) {
  const path = [join(root, 'node_modules', '.bin'), dirname(nodePath()), process.env.PATH].join(process.platform === 'win32' ? ';' : ':');
  return { ...process.env, PATH: path, ...extra };
}

/** Builds the web app when its sources changed since the last build. */
export const ensureBuilt = () =>
  buildOnce('the web app', 'inputs.hash', BUILD_INPUTS, [join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs'), 'build']);

/** Where the bundle begins: what `npm start`, the unit of systemd and the image run. */
export const bundle = join(root, 'build', 'site', 'main.js');

/** Writes the server's bundle when its sources changed since the last one (docs/decisions/memory.md). */
const ensureBundled = () => buildOnce('the server', 'server.hash', SERVER_INPUTS, [join(root, 'scripts', 'build', 'bundle-server.ts')]);

/** What `npm start` runs: the pages and the server, side by side where the machine has room for two builds. */
export async function ensureEverythingBuilt() {
  const pages = ensureBuilt();
  if (availableParallelism() < 2 || totalmem() < MEMORY_OF_TWO) await pages;
  await Promise.all([pages, ensureBundled()]);
}

/** Runs a build unless its record says that it was run for the same inputs. Two at once: the second waits for the first. */
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

/** Runs a program of node_modules with the pinned Node and keeps what it says. */
export function runQuietly(args, extra = {}) {
  return new Promise((resolve) => {
    const child = spawn(nodePath(), args, { cwd: root, env: environment(extra), stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('close', (status) => resolve({ status: status ?? 1, output: Buffer.concat(chunks).toString() }));
    child.on('error', (error) => resolve({ status: 1, output: error.message }));
  });
}

function isInstalled(withDev) {
  const placed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(placed)) return false;
  const want = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const have = JSON.parse(readFileSync(placed, 'utf8')).packages;
  return Object.entries(want).every(([path, { version, optional, dev, devOptional }]) => {
    if (path === '' || optional || devOptional || (dev && !withDev)) return true;
    return have[path]?.version === version;
  });
}

function runs(program) {
  return existsSync(program) && spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** One hash of the names and contents of files and folders. */
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

/** Takes a lock file, waiting for the process that has it; one whose process is gone is taken over. */
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
    // An empty file belongs to a process that has just made it.
    if (pid === 0) return Date.now() - statSync(file).mtimeMs < 1000;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
