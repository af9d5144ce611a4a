import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

// The layout of docs/architecture.md, checked: who may import whom, how long a file may be, what it may be called.

const ROOT = join(import.meta.dirname, '../..');

/** The server's modules, lowest first: each may import those before it, by their index.ts. */
const MODULES = [
  'site-settings',
  'audit',
  'texts',
  'visibility',
  'profiles',
  'identity',
  'webhooks',
  'credits',
  'photos',
  'likes',
  'search',
  'chat',
  'payments',
  'moderation',
  'notifications',
  'landing-pages',
  'partners',
  'static-pages',
  'membership',
  'importing',
  'figures',
  'desk',
  'back-office',
];

/** The rooms of the web app, lowest first: each may import those before it. Routes, root and entries stand above all of them. */
const SCREENS = [
  'theme',
  'page',
  'i18n',
  'session',
  'ui',
  'likes',
  'language',
  'complaints',
  'login',
  'notifications',
  'installed-app',
  'photos',
  'chat',
  'credits',
  'place',
  'site',
  'landing-pages',
  'static-pages',
  'profile',
  'members',
  'signup',
  'layout',
  'access-tokens',
  'verification',
  'errors',
  'swipe-game',
  'match-finder',
  'partners',
  'settings',
  'back-office',
  'home',
];

const ROOMS = ['contract', 'server', 'web', 'mail', 'seeds', 'scripts', 'tests', 'benches'];
const MAX_LINES = 400;
/** A table: the generated types. */
const TABLES = new Set(['server/platform/database/schema.ts']);
/** Names under which anything gathers. */
const DRAWERS = /^(?:utils?|helpers?|common|misc|stuff|shared|lib|types|constants|base|manager)$/;
const IMPORT = /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

export interface SourceFile {
  /** Path from the project's root. */
  path: string;
  text: string;
}

/** Everything about one file that the layout does not allow, each as a sentence that says what to do instead. */
export function layoutFaults({ path, text }: SourceFile): string[] {
  const faults: string[] = [];
  const name = path.split('/').at(-1)!.replace(/\..*$/, '');
  if (DRAWERS.test(name)) faults.push(`a file called "${name}" gathers anything: name it by what it does.`);
  if (path.startsWith('server/') && !/^[a-z0-9-]+$/.test(name)) faults.push('names of server files are lower case with hyphens.');
  const lines = text.split('\n').length;
  if (lines > MAX_LINES && !path.includes('.test.') && !TABLES.has(path)) {
    faults.push(`${lines} lines: a file over ${MAX_LINES} holds a second idea, which wants a file of its own.`);
  }
  if (/\b(?:TODO|FIXME|XXX)\b/.test(text) && path !== 'scripts/checks/check-layout.ts')
    faults.push('finish it or write an issue: a mark in the code is read by nobody.');
  for (const target of importsOf({ path, text })) {
    const fault = importFault(path, target);
    if (fault) faults.push(`imports ${target}: ${fault}`);
  }
  return faults;
}

/** What a file imports of this project, as paths from the root, and of packages, by name. */
function importsOf({ path, text }: SourceFile): string[] {
  return [...text.matchAll(IMPORT)].map((match) => {
    const source = match[1] ?? match[2] ?? match[3] ?? '';
    if (source.startsWith('.')) return normalize(join(dirname(path), source));
    if (source.startsWith('#support/')) return source.replace('#support/', 'tests/support/');
    return source.startsWith('#') ? source.slice(1) : source;
  });
}

function importFault(path: string, target: string): string | null {
  const [room = ''] = path.split('/');
  const [targetRoom = ''] = target.split('/');
  const isTest = path.includes('.test.') || room === 'tests' || /\/test-[a-z-]+\.ts$/.test(path);
  const ours = ROOMS.includes(targetRoom);

  if (room === 'contract' && !isTest && !ours && !target.startsWith('typebox')) return 'the contract knows TypeBox and nothing else.';
  if (isTest || !ours) return room === 'server' && !isTest && target.startsWith('fastify') ? fastifyFault(path) : null;
  if (room === 'contract' && targetRoom !== 'contract') return 'the contract imports nothing of the project.';
  if (room === 'web' && !['web', 'contract'].includes(targetRoom)) return 'the web app knows the server by contract/ only.';
  if (room === 'mail' && !['mail', 'contract'].includes(targetRoom)) return 'a mail is made of what it is given.';
  if (['tests', 'benches', 'scripts'].includes(targetRoom) && room !== targetRoom && !['scripts', 'benches'].includes(room)) {
    return 'nothing but checks imports tests, benches or scripts.';
  }
  if (room === 'server') return serverFault(path, target);
  return room === 'web' ? webFault(path, target) : null;
}

function webFault(path: string, target: string): string | null {
  const roomOf = (file: string) => (file.split('/').length > 2 ? file.split('/')[1]! : null);
  const [own, other] = [roomOf(path), roomOf(target)];
  if (own === null || other === null || !target.startsWith('web/') || own === other) return null;
  const unknown = [own, other].find((each) => !SCREENS.includes(each));
  if (unknown) return `"${unknown}" is not one of the web's rooms: name it in scripts/checks/check-layout.ts, in its place.`;
  return SCREENS.indexOf(other) < SCREENS.indexOf(own) ? null : `${own} stands below ${other}: move what both need into a lower room.`;
}

function serverFault(path: string, target: string): string | null {
  const [targetRoom, targetModule = ''] = target.split('/');
  const [, module = ''] = path.split('/');
  if (targetRoom === 'web') return 'the server never imports the web app.';
  if (targetRoom === 'seeds') return path === 'server/bring-up.ts' ? null : 'only the composition root plants seeds.';
  if (targetRoom !== 'server' || !path.slice('server/'.length).includes('/')) return null;
  const own = MODULES.indexOf(module);
  const other = MODULES.indexOf(targetModule);
  if (module === 'platform') return other >= 0 ? 'the platform knows no module.' : null;
  if (own < 0) return `"${module}" is not one of the modules: name it in scripts/checks/check-layout.ts, in its place.`;
  if (other < 0 || other === own) return null;
  if (other > own) return `${module} stands below ${targetModule}: let ${targetModule} call, or emit an event.`;
  return target === `server/${targetModule}/index.ts` ? null : `go by the front door, server/${targetModule}/index.ts.`;
}

/** Files that speak HTTP themselves because what they carry is no JSON: streams, files, forms of gateways. */
const HTTP_FILES = /(?:routes|index|[a-z-]+-routes|chat-images|event-streams|export-member|postback|sandbox-checkout|send-file)\.ts$/;

function fastifyFault(path: string): string | null {
  if (path.startsWith('server/platform/') || !/^server\/[^/]+\//.test(path)) return null;
  return HTTP_FILES.test(path) ? null : 'commands and queries know no HTTP: keep Fastify in routes.ts.';
}

function* sources(folder: string): Generator<SourceFile> {
  for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
    const full = join(entry.parentPath, entry.name);
    yield { path: relative(ROOT, full), text: readFileSync(full, 'utf8') };
  }
}

/** A room over this many code files wants a wing. Tests do not count, but where nothing else lives. */
const MOST_FILES = 24;
const ROOMS_OF_TESTS = /^tests\/e2e(\/|$)/;

/** The folders that hold too many code files, each as a sentence. */
export function crowdedRooms(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const room = dirname(path);
    if (!path.includes('.test.') || ROOMS_OF_TESTS.test(room)) counts.set(room, (counts.get(room) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MOST_FILES)
    .map(([folder, count]) => `${folder}: ${count} code files: a room over ${MOST_FILES} wants a wing.`);
}

if (import.meta.main) {
  let count = 0;
  const paths: string[] = [];
  for (const room of ROOMS) {
    for (const file of sources(room)) {
      paths.push(file.path);
      for (const fault of layoutFaults(file)) {
        count++;
        console.error(`${file.path}: ${fault}`);
      }
    }
  }
  for (const fault of crowdedRooms(paths)) {
    count++;
    console.error(fault);
  }
  process.exitCode = count > 0 ? 1 : 0;
}
