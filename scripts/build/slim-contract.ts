import type { Plugin } from 'vite';
import { calls } from '../../contract/calls.ts';

/**
 * `virtual:calls`: the method, path and selecting parameter of every call, without the schemas.
 * The contract's schemas (TypeBox) weigh more than the browser's whole budget and only the server checks them.
 */
export function slimContract(): Plugin {
  const id = 'virtual:calls';
  const table = Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, [call.method, call.path, 'when' in call ? call.when : undefined]]));
  return {
    name: 'slim-contract',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (resolved) => (resolved === `\0${id}` ? `export default ${JSON.stringify(table)}` : undefined),
  };
}
