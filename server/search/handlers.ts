import { hiddenFields } from '#contract/profile-fields.ts';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import type { Traits } from '#contract/traits.ts';
import type { App } from '../platform/app.ts';
import { handlers, type CallContext, type MemberSession } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { maySearchLoggedOut } from '../traffic/index.ts';
import { viewerOf } from '../visibility/index.ts';
import type { Searcher } from './search-context.ts';
import { searchMembers } from './search-members.ts';
import { traitsOf } from './traits.ts';

type Anyone = CallContext<MemberSession | null>;

export function searchHandlers(app: App) {
  return handlers({
    async members({ query = {} }, call) {
      const settings = await settingsOf(app, call.host);
      if (!call.member && !maySearchLoggedOut(settings, call)) throw refuse('search_closed');
      const traits = traitsOf(query, hiddenFields(settings));
      if (traits && !(await isPremium(call))) throw refuse('premium_only');
      return searchMembers(app, await searcherOf(call, settings, query.sort === 'nearest', traits), query);
    },
  });

  async function isPremium(call: Anyone): Promise<boolean> {
    if (!call.member) return false;
    const member = await app.db
      .selectFrom('members')
      .where('id', '=', call.member.memberId)
      .select('paid_user')
      .executeTakeFirst();
    return member?.paid_user ?? false;
  }

  async function searcherOf(
    call: Anyone,
    settings: SiteSettings,
    withPlace: boolean,
    traits: Traits | null,
  ): Promise<Searcher> {
    const id = call.member?.memberId ?? null;
    const place =
      withPlace && id !== null
        ? await app.db.selectFrom('profiles').where('id', '=', id).select(['lat', 'lon']).executeTakeFirst()
        : null;
    return {
      ...(await viewerOf(app, id, call.host)),
      place: place && place.lat !== null && place.lon !== null ? { lat: place.lat, lon: place.lon } : null,
      traits,
    };
  }
}
