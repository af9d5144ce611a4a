import { isLocale } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { settingsOf } from '../site-settings/index.ts';
import { assertSite } from '../texts/index.ts';
import { dropPage } from './drop-page.ts';
import { pages, pageToEdit } from './edit-pages.ts';
import { helpAnswers } from './help-answers.ts';
import { shownPage, staticPage } from './page.ts';
import { writePage } from './write-page.ts';

export const staticPageHandlers = (app: App) =>
  handlers({
    async staticPage({ query }, call) {
      const { domain_language } = await settingsOf(app, call.host);
      return staticPage(app, {
        token: query.token,
        language: isLocale(query.language) ? query.language : domain_language,
        host: call.host,
      });
    },

    async searchHelp({ query }, call) {
      const { domain_language } = await settingsOf(app, call.host);
      const language = isLocale(query.language) ? query.language : domain_language;
      return { answers: await helpAnswers(app, { find: query.find ?? '', language, host: call.host }) };
    },

    adminPages: (_input, { member }) => pages(app.db, member.sites),
    async adminPage({ query }) {
      await assertSite(app, query.host);
      return pageToEdit(app, query);
    },
    async adminPagePreview({ body }) {
      await assertSite(app, body.host);
      return shownPage(app, body);
    },
    async adminWritePage({ body: { seen, ...change } }, { member }) {
      await assertSite(app, change.host);
      return { seen: await writePage(app.db, change, { operator: member.memberId, seen }) };
    },
    async adminDropPage({ body: { seen, ...place } }, { member }) {
      await assertSite(app, place.host);
      return { seen: (await dropPage(app.db, place, { operator: member.memberId, seen })).seen };
    },
  });
