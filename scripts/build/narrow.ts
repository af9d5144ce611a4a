import type { Plugin } from 'vite';

/**
 * One letter beyond ASCII makes Node keep a whole file at two bytes a letter, for as long as the process lives: they are written as
 * escapes. For what the server loads; browsers get letters.
 */
export const narrow: Plugin = {
  name: 'narrow',
  applyToEnvironment: ({ name }) => name === 'ssr',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
  },
};
