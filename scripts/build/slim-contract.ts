import type { Plugin } from 'vite';
import { type Call, calls } from '../../contract/calls.ts';
import { rolesOfCall } from '../../contract/lists/roles.ts';

/**
 * `virtual:calls` and `virtual:operator-calls`: the method, path and selecting parameter of every call,
 * without the schemas, which only the server checks and which would exceed the browser's bundle budget.
 * Operators' calls are separate, because members make none. `virtual:office-access`: the roles that may make
 * each of the operators' calls, and whether only operators of all sites may.
 */
export function slimContract(): Plugin {
  const tables = new Map([
    ['virtual:calls', slim((path) => !path.startsWith('/api/admin/'))],
    ['virtual:operator-calls', slim((path) => path.startsWith('/api/admin/'))],
    ['virtual:office-access', officeAccess()],
  ]);
  return {
    name: 'slim-contract',
    resolveId: (source) => (tables.has(source) ? `\0${source}` : undefined),
    load: (resolved) =>
      resolved.startsWith('\0') && tables.has(resolved.slice(1)) ? tables.get(resolved.slice(1)) : undefined,
  };
}

/**
 * The table is grouped by method, and most paths lose their prefix and ending, which the browser adds again: about 250 bytes
 * less of every members' page after compression.
 */
function slim(wanted: (path: string) => boolean): string {
  const grouped: Record<string, Record<string, string | [path: string, when: string]>> = {};
  for (const [name, call] of Object.entries<Call>(calls)) {
    if (!wanted(call.path) || 'external' in call) continue;
    const path = /^\/api\/([^/]*)\.php$/.exec(call.path)?.[1] ?? call.path;
    (grouped[call.method] ??= {})[name] = 'when' in call && call.when ? [path, call.when] : path;
  }
  return `export default Object.fromEntries(Object.entries(${JSON.stringify(grouped)}).flatMap(([method, calls]) =>
    Object.entries(calls).map(([name, call]) => {
      const [path, when] = [call].flat();
      return [name, [method, path[0] === '/' ? path : '/api/' + path + '.php', when]];
    })))`;
}

function officeAccess(): string {
  const rows = Object.entries<Call>(calls).filter(([, { access }]) => access === 'operator');
  const access = rows.map(([name, call]) => [name, [rolesOfCall(call), call.scope === 'installation']]);
  return `export default ${JSON.stringify(Object.fromEntries(access))}`;
}
