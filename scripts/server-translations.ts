import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const light = resolve('web/i18n/react-i18next.server.ts');

/** In the server build, `react-i18next` is `web/i18n/react-i18next.server.ts`, which itself sees the library. */
export function serverTranslations(): Plugin {
  return {
    name: 'server-translations',
    enforce: 'pre',
    resolveId(source, importer) {
      return source === 'react-i18next' && this.environment.name === 'ssr' && importer !== light ? light : undefined;
    },
  };
}
