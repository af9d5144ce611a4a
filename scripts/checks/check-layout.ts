import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { itemAt } from '#contract/must.ts';
import { moduleFloors } from '#server/module-floors.ts';
import { devPackageFaults } from './dev-packages.ts';
import { vocabularyFaults } from './file-vocabulary.ts';
import { documentFaults, floorFault, roomFloors, wingFloors, writeFloors } from './floors.ts';
import { importedSources } from './imported-sources.ts';
import { type SourceFile, unreadSettings } from './unread-settings.ts';

// Checks the layout of docs/architecture.md: allowed imports and packages, file sizes and file names, and that code
// reads every setting of a site.

const ROOT = join(import.meta.dirname, '../..');

/** Rooms of web/ that the office shares. The rest of web/ belongs to the members' site. */
const SHARED_ROOMS = new Set([
  'router',
  'theme',
  'page',
  'i18n',
  'session',
  'ui',
  'drawings',
  'messages',
  'layout',
  'errors',
  'login',
  'access-tokens',
  'transparency',
  'language',
]);

const MODULES: readonly string[] = moduleFloors.flat();
const WEB_ROOMS = roomFloors.flat();
const WINGS = wingFloors.flat();

const ROOMS = ['contract', 'server', 'web', 'office', 'mail', 'seeds', 'scripts', 'tests', 'benches'];
const MAX_LINES = 400;
/** Generated types, which are exempt from the size limit. */
const TABLES = new Set(['server/platform/database/schema.ts']);
const DRAWERS = /^(?:utils?|helpers?|common|misc|stuff|shared|lib|types|constants|base|manager)$/;

export function layoutFaults({ path, text }: SourceFile): string[] {
  const faults: string[] = [];
  const name = itemAt(path.split('/'), -1).replace(/\..*$/, '');
  if (DRAWERS.test(name)) faults.push(`a file called "${name}" gathers anything: name it by what it does.`);
  if (path.startsWith('server/') && !/^[a-z0-9-]+$/.test(name))
    faults.push('names of server files are lower case with hyphens.');
  const lines = text.split('\n').length;
  if (lines > MAX_LINES && !TABLES.has(path)) {
    faults.push(
      `${lines} lines: a file over ${MAX_LINES} holds a second idea, which wants a file of its own.`,
    );
  }
  if (/\b(?:TODO|FIXME|XXX)\b/.test(text) && path !== 'scripts/checks/check-layout.ts')
    faults.push('finish it or write an issue: a mark in the code is read by nobody.');
  if (path.startsWith('server/') && !path.includes('.test.') && text.includes('.pipe('))
    faults.push('`.pipe` loses errors and an unheard one ends the process: use `pipeline` of node:stream.');
  faults.push(...vocabularyFaults(path, text), ...devPackageFaults({ path, text }));
  for (const target of importsOf({ path, text })) {
    const fault = importFault(path, target);
    if (fault) faults.push(`imports ${target}: ${fault}`);
  }
  return faults;
}

function importsOf({ path, text }: SourceFile): string[] {
  return importedSources(text).map(({ source }) => {
    if (source.startsWith('.')) return normalize(join(dirname(path), source));
    if (source.startsWith('#support/')) return source.replace('#support/', 'tests/support/');
    return source.startsWith('#') ? source.slice(1) : source;
  });
}

const isTest = (path: string) =>
  path.includes('.test.') || path.startsWith('tests/') || /\/test-[a-z-]+\.ts$/.test(path);

const TOOL_ROOMS = ['tests', 'benches', 'scripts'];

function importFault(path: string, target: string): string | null {
  const [room = ''] = path.split('/');
  const [targetRoom = ''] = target.split('/');
  if (!ROOMS.includes(targetRoom)) return isTest(path) ? null : packageFault(path, room, target);
  if (isTest(path)) return null;
  return directionFault(path, room, targetRoom) ?? roomFaults[room]?.(path, target) ?? null;
}

function directionFault(path: string, room: string, targetRoom: string): string | null {
  if (room === 'contract' && targetRoom !== 'contract') return 'the contract imports nothing of the project.';
  if (targetRoom === 'office' && room !== 'office' && path !== 'web/routes.ts')
    return 'only the office imports the office: move what both need into a shared room of web/.';
  if (['web', 'office'].includes(room) && !['web', 'office', 'contract'].includes(targetRoom))
    return `${room === 'web' ? 'the web app' : 'the office'} knows the server by contract/ only.`;
  if (room === 'mail' && !['mail', 'contract'].includes(targetRoom))
    return 'a mail is made of what it is given.';
  if (TOOL_ROOMS.includes(targetRoom) && room !== targetRoom && !['scripts', 'benches'].includes(room))
    return 'nothing but checks imports tests, benches or scripts.';
  return null;
}

const roomFaults: Record<string, (path: string, target: string) => string | null> = {
  server: serverFault,
  office: officeFault,
  web: webFault,
};

function packageFault(path: string, room: string, target: string): string | null {
  if (room === 'contract' && !target.startsWith('typebox'))
    return 'the contract knows TypeBox and nothing else.';
  return room === 'server' && target.startsWith('fastify') ? fastifyFault(path) : null;
}

function wingOf(file: string): string | null {
  const [, wing = '', ...rest] = file.split('/');
  return rest.length > 0 ? wing : null;
}

function webFault(path: string, target: string): string | null {
  const [own, other] = [wingOf(path), wingOf(target)];
  if (own === null || other === null || !target.startsWith('web/') || own === other) return null;
  const unknown = [own, other].find((each) => !WEB_ROOMS.includes(each));
  if (unknown) return `"${unknown}" is not one of the web's rooms: add it to scripts/checks/floors.ts.`;
  const fault = floorFault(roomFloors, own, other);
  return fault && `${fault}: move what both need into a lower room.`;
}

function officeFault(path: string, target: string): string | null {
  const [targetRoom, ...rest] = target.split('/');
  if (targetRoom === 'web') {
    const [room = ''] = rest;
    return rest.length === 1 || SHARED_ROOMS.has(room)
      ? null
      : `web/${room} belongs to the members' site: move what both need into ${[...SHARED_ROOMS].join(', ')}.`;
  }
  const [own, other] = [wingOf(path), wingOf(target)];
  if (own === null || other === null || targetRoom !== 'office' || own === other) return null;
  const unknown = [own, other].find((each) => !WINGS.includes(each));
  if (unknown) return `"${unknown}" is not a wing of the office: add it to scripts/checks/floors.ts.`;
  const fault = floorFault(wingFloors, own, other);
  return fault && `${fault}: move what both need into a lower wing.`;
}

function serverFault(path: string, target: string): string | null {
  const [targetRoom, targetModule = ''] = target.split('/');
  const [, module = ''] = path.split('/');
  if (targetRoom === 'web') return 'the server never imports the web app.';
  if (targetRoom === 'seeds')
    return path === 'server/bring-up.ts' ? null : 'only the composition root plants seeds.';
  if (targetRoom !== 'server' || !path.slice('server/'.length).includes('/')) return null;
  const isModule = MODULES.includes(targetModule);
  if (module === 'platform') return isModule ? 'the platform knows no module.' : null;
  if (!MODULES.includes(module))
    return `"${module}" is not one of the modules: add it to server/module-floors.ts.`;
  if (!isModule || targetModule === module) return null;
  const fault = floorFault(moduleFloors, module, targetModule);
  if (fault) return `${fault}: let ${targetModule} call, or emit an event.`;
  return target === `server/${targetModule}/index.ts`
    ? null
    : `go by the front door, server/${targetModule}/index.ts.`;
}

/**
 * Files of call handlers (`handlers.ts`, `security-handlers.ts`) and files that speak HTTP themselves
 * (`http.ts`, `picture-http.ts`).
 */
const HANDLER_FILE = /(?:^|[/-])handlers\.ts$/;
const HTTP_FILE = /(?:^|[/-])http\.ts$/;

function fastifyFault(path: string): string | null {
  if (path.startsWith('server/platform/') || !/^server\/[^/]+\//.test(path)) return null;
  if (HANDLER_FILE.test(path) || HTTP_FILE.test(path)) return null;
  return 'commands and queries know no HTTP: keep Fastify in handlers.ts and http.ts.';
}

function* sources(folder: string): Generator<SourceFile> {
  for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
    const full = join(entry.parentPath, entry.name);
    yield { path: relative(ROOT, full), text: readFileSync(full, 'utf8') };
  }
}

/** A room with more code files should be split. Tests only count in rooms that contain nothing else. */
const MOST_FILES = 24;
const ROOMS_OF_TESTS = /^tests\/e2e(\/|$)/;

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
  if (process.argv.includes('--write')) writeFloors();
  let count = 0;
  const files: SourceFile[] = [];
  for (const room of ROOMS) {
    for (const file of sources(room)) {
      files.push(file);
      for (const fault of layoutFaults(file)) {
        count++;
        console.error(`${file.path}: ${fault}`);
      }
    }
  }
  const remarks = [
    ...crowdedRooms(files.map(({ path }) => path)),
    ...documentFaults(),
    ...unreadSettings(files),
  ];
  for (const fault of remarks) {
    count++;
    console.error(fault);
  }
  process.exitCode = count > 0 ? 1 : 0;
}
