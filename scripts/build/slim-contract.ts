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
      resolved.startsWith('\0') && tables.has(resolved.slice(1))
        ? `export default ${tables.get(resolved.slice(1))}`
        : undefined,
  };
}

function slim(wanted: (path: string) => boolean): string {
  const rows = Object.entries(calls).filter(([, call]) => wanted(call.path) && !('external' in call));
  return JSON.stringify(
    Object.fromEntries(
      rows.map(([name, call]) => [name, [call.method, call.path, ...('when' in call ? [call.when] : [])]]),
    ),
  );
}

function officeAccess(): string {
  const rows = Object.entries<Call>(calls).filter(([, { access }]) => access === 'operator');
  return JSON.stringify(
    Object.fromEntries(
      rows.map(([name, call]) => [name, [rolesOfCall(call), call.scope === 'installation']]),
    ),
  );
}
