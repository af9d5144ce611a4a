import type { CallQuery } from '#contract/calls.ts';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import type { Traits } from '#contract/traits.ts';
import type { App } from '../platform/app.ts';
import { handlers, type CallContext, type MemberSession } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { maySearchLoggedOut } from '../traffic/index.ts';
import { viewerOf } from '../visibility/index.ts';
import { allowedSearch } from './allowed-search.ts';
import { dailyPeople } from './daily/daily-people.ts';
import { presentGenders } from './present-genders.ts';
import { changeSavedSearch } from './saved/change-saved-search.ts';
import { deleteSavedSearch } from './saved/delete-saved-search.ts';
import { saveSearch } from './saved/save-search.ts';
import { savedSearchesOf } from './saved/saved-searches-of.ts';
import type { Searcher } from './search-context.ts';
import { searchMembers } from './search-members.ts';

type Query = NonNullable<CallQuery<'members'>>;
type Anyone = CallContext<MemberSession | null>;

export function searchHandlers(app: App) {
  return handlers({
    async members({ query = {} }, call) {
      const settings = await settingsOf(app, call.host);
      if (!call.member && !maySearchLoggedOut(settings, call)) throw refuse('search_closed');
      const { asked, traits, isPremium } = allowedSearch(settings, query);
      // Visitors never search by traits, which are intimate.
      if ((isPremium || (traits && !call.member)) && !(await isPremiumMember(call)))
        throw refuse('premium_only');
      return searchMembers(app, await searcherOf(call, asked, traits, settings), asked);
    },

    dailyPeople: async (_input, call) =>
      dailyPeople(app, await viewerOf(app, call.member.memberId, call.host), call.host),

    savedSearches: async (_input, call) => ({
      searches: await savedSearchesOf(app.db, call.member.memberId),
    }),

    saveSearch: async ({ body }, call) => ({ id: await saveSearch(app.db, call.member.memberId, body) }),

    async changeSavedSearch({ body }, call) {
      await changeSavedSearch(app.db, call.member.memberId, body);
      return { ok: true };
    },

    async deleteSavedSearch({ body }, call) {
      await deleteSavedSearch(app.db, call.member.memberId, body.id);
      return { ok: true };
    },
  });

  async function isPremiumMember(call: Anyone): Promise<boolean> {
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
    { sort, radius }: Query,
    traits: Traits | null,
    settings: Pick<SiteSettings, 'more_genders'>,
  ): Promise<Searcher> {
    const id = call.member?.memberId ?? null;
    const place =
      (sort === 'nearest' || radius !== undefined) && id !== null
        ? await app.db.selectFrom('profiles').where('id', '=', id).select(['lat', 'lon']).executeTakeFirst()
        : null;
    const viewer = await viewerOf(app, id, call.host);
    return {
      ...viewer,
      place: place && place.lat !== null && place.lon !== null ? { lat: place.lat, lon: place.lon } : null,
      traits,
      everyone: await presentGenders(app.db, app.parts.search, viewer.pool, settings),
    };
  }
}
