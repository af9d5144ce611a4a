import type { Plugin } from 'vite';
import { calls } from '../../contract/calls.ts';

/**
 * `virtual:calls` and `virtual:operator-calls`: the method, path and selecting parameter of every call, without the schemas.
 * The contract's schemas (TypeBox) weigh more than the browser's whole budget and only the server checks them. Operators' calls
 * stand apart, since no member makes one.
 */
export function slimContract(): Plugin {
  const tables = new Map([
    ['virtual:calls', slim((path) => !path.startsWith('/api/admin/'))],
    ['virtual:operator-calls', slim((path) => path.startsWith('/api/admin/'))],
  ]);
  return {
    name: 'slim-contract',
    resolveId: (source) => (tables.has(source) ? `\0${source}` : undefined),
    load: (resolved) => (resolved.startsWith('\0') && tables.has(resolved.slice(1)) ? `export default ${tables.get(resolved.slice(1))}` : undefined),
  };
}

function slim(wanted: (path: string) => boolean): string {
  const rows = Object.entries(calls).filter(([, { path }]) => wanted(path));
  return JSON.stringify(Object.fromEntries(rows.map(([name, call]) => [name, [call.method, call.path, ...('when' in call ? [call.when] : [])]])));
}
