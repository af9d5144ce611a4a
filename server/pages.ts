import type { FastifyInstance } from 'fastify';
import type { App } from './platform/app.ts';
import { registerSsr } from './platform/ssr/answer-page.ts';
import { canonicalOrigin, settingsOf } from './site-settings/index.ts';

/** The web app's pages, for the sites of this server; after the API. `production` serves what was built, else Vite reads the sources. */
export function registerPages(http: FastifyInstance, app: App, { production }: { production: boolean }): Promise<void> {
  return registerSsr(http, {
    production,
    languagesOf: async (host) => {
      const { domain_language, languages } = await settingsOf(app, host.replace(/:\d+$/, ''));
      return { own: domain_language, offered: languages };
    },
    canonicalOrigin: (host) => canonicalOrigin(app, host),
    publicUrl: app.config.publicUrl,
  });
}
