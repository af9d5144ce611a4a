import type { Plugin } from 'vite';

/**
 * Escapes non-ASCII characters in the server's code: a single one makes Node store a whole file with two
 * bytes per character for the life of the process. Browsers get them unescaped.
 */
export const narrow: Plugin = {
  name: 'narrow',
  applyToEnvironment: ({ name }) => name === 'ssr',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk')
        file.code = file.code.replace(
          /[^\0-\x7f]/g,
          (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  },
};
