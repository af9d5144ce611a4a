import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { RouteEntry } from '../../web/router/define-routes.ts';
import { routes } from '../../web/routes.ts';

const SITE = 'virtual:routes';
const OFFICE = 'virtual:office-routes';
const OFFICE_SCREENS = 'virtual:office-screens';

/**
 * `virtual:routes`: the routes of `web/routes.ts` with their modules. The browser imports each when it shows it, and the
 * table of the office when it shows one of its screens. The server loads all screens of the office when the first of
 * them is requested, and the other screens at its start.
 */
export function routeTable(): Plugin {
  return {
    name: 'route-table',
    resolveId: (source) => ([SITE, OFFICE, OFFICE_SCREENS].includes(source) ? `\0${source}` : undefined),
    load(resolved) {
      const isServer = this.environment.name === 'ssr';
      if (resolved === `\0${SITE}`)
        return isServer ? serverTable() : `${browserTable(routes.site)}\n${LAZY_OFFICE}`;
      if (resolved === `\0${OFFICE}`) return browserTable(routes.office);
      if (resolved === `\0${OFFICE_SCREENS}`) return officeScreens();
      return undefined;
    },
  };
}

const LAZY_OFFICE = `export const officeRoutes = async () => (await import(${JSON.stringify(OFFICE)})).default;`;

const addressOf = (file: string) => JSON.stringify(join(import.meta.dirname, '../..', file));

function browserTable(entries: readonly RouteEntry[]): string {
  return `export default ${tableOf(entries, ({ file }) => `open: () => import(${addressOf(file)})`)};`;
}

function serverTable(): string {
  const { files, imports } = importsFor(routes.site);
  const site = tableOf(
    routes.site,
    ({ file }) => `file: ${JSON.stringify(file)}, open: () => module${files.indexOf(file)}`,
  );
  const office = tableOf(routes.office, ({ file }) => {
    const name = JSON.stringify(file);
    return `file: ${name}, open: async () => (await import(${JSON.stringify(OFFICE_SCREENS)})).default[${name}]`;
  });
  return `${imports}\nexport default [...${site}, ...${office}];\nexport const officeRoutes = async () => [];`;
}

function officeScreens(): string {
  const { files, imports } = importsFor(routes.office);
  const modules = files.map((file, index) => `${JSON.stringify(file)}: module${index}`);
  return `${imports}\nexport default { ${modules.join(', ')} };`;
}

function importsFor(entries: readonly RouteEntry[]) {
  const files = [...new Set(filesIn(entries))];
  const imports = files
    .map((file, index) => `import * as module${index} from ${addressOf(file)};`)
    .join('\n');
  return { files, imports };
}

function* filesIn(entries: readonly RouteEntry[]): Generator<string> {
  for (const { file, children = [] } of entries) {
    yield file;
    yield* filesIn(children);
  }
}

const tableOf = (entries: readonly RouteEntry[], openOf: (entry: RouteEntry) => string): string =>
  `[${entries.map((entry) => rowOf(entry, openOf)).join(',\n')}]`;

function rowOf(entry: RouteEntry, openOf: (entry: RouteEntry) => string): string {
  const { id, path, index, children } = entry;
  const parts = [
    `id: ${JSON.stringify(id)}`,
    ...(path === undefined ? [] : [`path: ${JSON.stringify(path)}`]),
    ...(index ? ['index: true'] : []),
    openOf(entry),
    ...(children ? [`children: ${tableOf(children, openOf)}`] : []),
  ];
  return `{ ${parts.join(', ')} }`;
}
