import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const light = resolve('web/i18n/react-i18next.tsx');

/**
 * In the pages, on the server and in the browser, `react-i18next` is `web/i18n/react-i18next.tsx`: the library and
 * i18next weigh 25 kB of script and copy the whole translator for each component on the server.
 */
export function lightTranslations(): Plugin {
  return { name: 'light-translations', enforce: 'pre', resolveId: (source) => (source === 'react-i18next' ? light : undefined) };
}
