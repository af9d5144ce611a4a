import { isLocale } from '#contract/locales.ts';
import { handlers } from '../platform/http/context.ts';
import type { Module } from '../platform/module.ts';
import { settingsOf } from '../site-settings/index.ts';
import { staticPage } from './page.ts';
import { tables } from './tables.ts';

export { standardPages } from './page.ts';
export { dropPage, listPages, writePage, type PageChange } from './write-page.ts';

export const module: Module = {
  tables,
  handlers: (app) =>
    handlers({
      async staticPage({ query }, call) {
        const { domain_language } = await settingsOf(app, call.host);
        return staticPage(app, { token: query.token, language: isLocale(query.language) ? query.language : domain_language, host: call.host });
      },
    }),
};
