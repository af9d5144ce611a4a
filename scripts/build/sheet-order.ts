import type { Plugin } from 'vite';

const HELPER = '\0vite/preload-helper.js';
const APPEND = 'document.head.appendChild(link);';

/**
 * Preserves the order of style sheets when a lazily loaded module needs one that the page already has.
 *
 * React Router marks sheets that dynamic imports also need with a `#`, so that Vite does not rely on a link
 * that React may remove with its route. Vite therefore adds the same sheet again at the end of the head,
 * where its rules override those of screens: seconds after loading, shared buttons lost the styles that a
 * screen had set. Directly before the original, the copy changes nothing.
 */
export const sheetOrder: Plugin = {
  name: 'sheet-order',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /preload-helper\.js$/ },
    handler(code, id) {
      if (id !== HELPER) return null;
      if (!code.includes(APPEND))
        throw new Error(`sheet-order: Vite's preload helper no longer contains "${APPEND}".`);
      // If a new version of Vite adds sheets in another way, tests/e2e/screens/late-moments.test.ts fails.
      return code.replace(
        APPEND,
        'const twin = isCss && [...document.styleSheets].find(({ href }) => href === dep.href + "#")?.ownerNode;twin ? twin.before(link) : document.head.appendChild(link);',
      );
    },
  },
};
