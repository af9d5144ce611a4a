import { isOpenDesign } from '#contract/lists/landing-designs.ts';
import { isLocale } from '#contract/lists/locales.ts';
import { fullSlug } from '#contract/rules/landing-rules.ts';
import { groundOf, versionForVisitor } from '../experiments/index.ts';
import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { settingsOf } from '../site-settings/index.ts';
import { assertSite } from '../texts/index.ts';
import { maySearchLoggedOut } from '../traffic/index.ts';
import { dropSlug } from './drop-slug.ts';
import { landing } from './landing.ts';
import { slugsToEdit } from './slugs-to-edit.ts';
import { townsMap } from './towns-map.ts';
import { writeSlug } from './write-slug.ts';

export const landingPagesHandlers = (app: App) =>
  handlers({
    async landing({ query }, call) {
      const settings = await settingsOf(app, call.host);
      const { lander, slug, usual } = query;
      const named = slug && fullSlug(slug, settings.niche);
      const { change, isTested } =
        isOpenDesign(lander) && !usual
          ? await versionForVisitor(app, call, groundOf('landing', named ? `${lander}/${named}` : lander))
          : { change: {}, isTested: false };
      return landing(app, {
        lander: change.design ?? lander,
        slug: change.slug ?? slug,
        isTested,
        profile: query.profile,
        language: isLocale(query.language) ? query.language : settings.domain_language,
        host: call.host,
        mayLook: maySearchLoggedOut(settings, call),
      });
    },

    async towns({ query }, call) {
      call.cacheControl(query?.country ? 'public, max-age=86400' : 'no-store');
      return townsMap(query?.country ?? app.geoip.servedCountryOf(call.ip));
    },

    async adminSlugs({ query }) {
      await assertSite(app, query.host);
      return slugsToEdit(app.db, query);
    },
    async adminWriteSlug({ body: { seen, ...change } }, { member }) {
      await assertSite(app, change.host);
      return { seen: await writeSlug(app.db, change, { operator: member.memberId, seen }) };
    },
    async adminDropSlug({ body: { seen, ...place } }, { member }) {
      await assertSite(app, place.host);
      return { seen: (await dropSlug(app.db, place, { operator: member.memberId, seen })).seen };
    },
  });
