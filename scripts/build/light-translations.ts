import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const light = resolve('web/i18n/translate.tsx');

/**
 * In the pages, on the server and in the browser, `react-i18next` is `web/i18n/translate.tsx`, whatever name a screen imports it
 * by: the library and i18next weigh 25 kB of script and copy the whole translator for each component on the server.
 */
export function lightTranslations(): Plugin {
  // Its own import of the library is of types only, which no build resolves.
  return { name: 'light-translations', enforce: 'pre', resolveId: (source) => (source === 'react-i18next' ? light : undefined) };
}
