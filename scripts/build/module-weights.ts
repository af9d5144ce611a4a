import { writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { must } from '#contract/must.ts';

export type ModuleWeights = Record<string, [module: string, bytes: number][]>;

/**
 * Writes `modules.json` beside the browser's build, for the report of `npm run bench bundle`. Sizes are
 * before minification, which does not attribute its output to modules.
 */
export function moduleWeights(): Plugin {
  return {
    name: 'module-weights',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle({ dir }, bundle) {
      const weights: ModuleWeights = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const modules = Object.entries(chunk.modules).map(([id, { renderedLength }]): [string, number] => [
          nameOf(id),
          renderedLength,
        ]);
        weights[chunk.fileName] = modules.filter(([, bytes]) => bytes > 0).sort(([, a], [, b]) => b - a);
      }
      writeFileSync(
        join(dirname(must(dir, 'output folder of the build')), 'modules.json'),
        JSON.stringify(weights),
      );
    },
  };
}

function nameOf(id: string): string {
  const [path = ''] = id.replace(/^\0/, '').split('?');
  const packaged = path.lastIndexOf('node_modules/');
  return packaged >= 0 ? path.slice(packaged + 'node_modules/'.length) : relative(process.cwd(), path);
}
