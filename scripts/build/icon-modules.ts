import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { must } from '#contract/must.ts';

const PREFIX = 'virtual:icon/';
const component = join(import.meta.dirname, '../../web/ui/icon/icon.tsx');
const require = createRequire(import.meta.url);
const { icons } = JSON.parse(readFileSync(require.resolve('@iconify-json/tabler/icons.json'), 'utf8')) as {
  icons: Record<string, { body: string }>;
};

/** `virtual:icon/outline/heart` and `virtual:icon/filled/heart`: a Tabler icon as a component (`web/ui/icon/icon.tsx`). */
export function iconModules(): Plugin {
  return {
    name: 'icon-modules',
    resolveId: (source) => (source.startsWith(PREFIX) ? `\0${source}` : undefined),
    load: (resolved) =>
      resolved.startsWith(`\0${PREFIX}`)
        ? // Otherwise each screen would load all icons, because `web/ui/icons.ts` imports them.
          { code: moduleOf(resolved.slice(1)), moduleSideEffects: false }
        : undefined,
  };
}

function moduleOf(source: string): string {
  const [kind = '', name = ''] = source.slice(PREFIX.length).split('/');
  const isFilled = kind === 'filled';
  const { body } = must(icons[isFilled ? `${name}-filled` : name], `icon ${kind}/${name}`);
  const make = isFilled ? 'filledIcon' : 'lineIcon';
  return `import { ${make} } from ${JSON.stringify(component)};
export default /* @__PURE__ */ ${make}(${JSON.stringify(shapesOf(body, isFilled ? FILLED : LINE))});`;
}

/** Attributes that `web/ui/icon/icon.tsx` sets on the whole icon. */
const LINE =
  / (?:fill="none"|stroke="currentColor"|stroke-linecap="round"|stroke-linejoin="round"|stroke-width="2")/g;
const FILLED = / fill="currentColor"/g;

const shapesOf = (body: string, inherited: RegExp): string =>
  body.replace(inherited, '').replace(/^<g>(.*)<\/g>$/, '$1');
