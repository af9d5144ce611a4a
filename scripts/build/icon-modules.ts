import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const PREFIX = 'virtual:icon/';
const component = join(import.meta.dirname, '../../web/ui/icon/icon.tsx');
const require = createRequire(import.meta.url);

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
  const name = source.slice(PREFIX.length);
  const make = name.startsWith('filled/') ? 'filledIcon' : 'lineIcon';
  const shapes = shapesOf(readFileSync(require.resolve(`@tabler/icons/${name}.svg`), 'utf8'));
  return `import { ${make} } from ${JSON.stringify(component)};
export default /* @__PURE__ */ ${make}(${JSON.stringify(shapes)});`;
}

/** The elements in an icon's file. Each file begins with an invisible square, which is left out. */
const shapesOf = (svg: string): string =>
  svg
    .slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'))
    .replace(/<path stroke="none"[^>]*>/, '')
    .replace(/\s*\n\s*/g, '')
    .replaceAll(' />', '/>');
