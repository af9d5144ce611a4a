import type { Plugin } from 'vite';

/**
 * Node stores the text of the server's code for the life of the process. Leaves out comments except licenses, and
 * escapes non-ASCII characters: a single one makes Node store a whole file with two bytes per character. Browsers
 * get them unescaped.
 */
export const narrow: Plugin = {
  name: 'narrow',
  applyToEnvironment: ({ name }) => name === 'ssr',
  outputOptions: (options) => ({
    ...options,
    comments: { legal: true, annotation: false, jsdoc: false },
  }),
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk')
        file.code = file.code.replace(
          /[^\0-\x7f]/g,
          (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  },
};
