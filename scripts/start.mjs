// `npm start`: starts the whole site with one command, even on a fresh clone. `--dev` serves the web app from
// its sources and restarts the server when they change. `--build-only` stops after the build.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import {
  bundle,
  ensureEverythingBuilt,
  ensureInstalled,
  envFileArgs,
  environment,
  memoryVariables,
  nodePath,
  root,
} from './prepare.mjs';

const dev = process.argv.includes('--dev');

/**
 * The server restarts when these change; Vite handles the web app itself. Watching every imported module instead
 * would include the temporary files of Vite, which change at each start.
 */
const WATCHED = ['contract', 'db', 'locales', 'mail', 'scripts', 'seeds', 'server'];

/** The server's own deadlines, which are at most 45 s, need its event loop; it is killed if that is stuck. */
const STOP_MS = 50_000;

ensureInstalled();
if (!dev) await ensureEverythingBuilt();
if (!process.argv.includes('--build-only')) startServer();

function startServer() {
  const watch = WATCHED.map((folder) => `--watch-path=${join(root, folder)}`);
  const args = dev ? [...watch, '--watch-preserve-output', join(root, 'server/main.ts'), '--dev'] : [bundle];
  // The server drains and exits by itself, so this process only forwards the signal and waits. It listens before
  // the server exists, or a signal in between would end only this process.
  const forward = (signal) => {
    server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    if (signal !== 'SIGUSR2') setTimeout(() => server.kill('SIGKILL'), STOP_MS);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', ...(process.platform === 'win32' ? [] : ['SIGUSR2'])])
    process.on(signal, forward);
  const server = spawn(nodePath(), [...envFileArgs(), ...args], {
    cwd: root,
    env: { ...memoryVariables, ...environment() },
    stdio: 'inherit',
  });
  server.on('error', (error) => {
    console.error(`The server could not be started: ${error.message}`);
    process.exit(1);
  });
  server.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
}
