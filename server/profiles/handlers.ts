import { countries, isCountry } from '#contract/lists/countries.ts';
import { offeredGenders } from '#contract/lists/genders.ts';
import { interests } from '#contract/profile-fields.ts';
import type { App } from '../platform/app.ts';
import { nearestTown, regionsWithCities } from '../platform/gazetteer/index.ts';
import { handlers } from '../platform/http/context.ts';
import { settingsOf } from '../site-settings/index.ts';
import { viewerOf } from '../visibility/index.ts';
import { changeProfile } from './change-profile.ts';
import { dismissProfile } from './dismissed/dismiss-profile.ts';
import { dismissedProfiles } from './dismissed/dismissed-profiles.ts';
import { restoreProfile } from './dismissed/restore-profile.ts';
import { forgetViewed } from './forget-viewed.ts';
import { memberProfile } from './open-profile.ts';
import { profileAs } from './profile-as.ts';
import { recentlyViewed } from './recently-viewed.ts';
import { ownProfileOf } from './whole-profile.ts';

const CACHE = 'public, max-age=3600';

export function profilesHandlers(app: App) {
  return handlers({
    async member({ query }, call) {
      const viewer = await viewerOf(app, call.member?.memberId ?? null, call.host);
      return memberProfile(app, viewer, query.id);
    },

    async profileAs({ query }, call) {
      const shown = await profileAs(app, await viewerOf(app, call.member.memberId, call.host), query.as);
      if (query.as !== 'visitor') return shown;
      const { logged_out_search, logged_out_search_trafficsource } = await settingsOf(app, call.host);
      return { ...shown, listed: shown.listed && (logged_out_search || logged_out_search_trafficsource) };
    },

    async recentlyViewed(_input, call) {
      return { profiles: await recentlyViewed(app, await viewerOf(app, call.member.memberId, call.host)) };
    },

    dismissed: async ({ query }, call) =>
      dismissedProfiles(app, await viewerOf(app, call.member.memberId, call.host), query?.cursor),

    async dismiss({ body }, call) {
      await dismissProfile(app.db, await viewerOf(app, call.member.memberId, call.host), body.profile);
      return { ok: true };
    },

    async restoreProfile({ body }, call) {
      await restoreProfile(app.db, call.member.memberId, body.profile);
      return { ok: true };
    },

    async forgetViewed(_input, call) {
      await forgetViewed(app.db, call.member.memberId);
      return { ok: true };
    },

    async changeProfile({ body }, call) {
      const { memberId } = call.member;
      const settings = await settingsOf(app, call.host);
      const { name, min_age, countries: open } = settings;
      const rules = { name, min_age, countries: open, genders: offeredGenders(settings.more_genders) };
      await changeProfile(app.db, memberId, body, rules);
      app.events.emit(memberId, 'changed', { what: 'user' });
      return ownProfileOf(app, memberId);
    },

    async interests(_input, call) {
      call.cacheControl(CACHE);
      return { interests: [...interests] };
    },

    async regions({ query }, call) {
      const asked = query?.country ?? app.geoip.countryOf(call.ip) ?? 'NL';
      const country = isCountry(asked) ? asked : 'NL';
      if (query?.country) call.cacheControl(CACHE);
      return { country, region_label: countries[country].regionLabel, regions: regionsWithCities(country) };
    },

    /** The position itself is not stored (docs/product.md 12.3). */
    async geocode({ query }) {
      const town = nearestTown(query.lat, query.lon);
      return { country: town?.country ?? null, region: town?.region ?? null, city: town?.city ?? null };
    },
  });
}
