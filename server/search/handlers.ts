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
import { knownPlaceOf, readPlaceOf } from './searcher-place.ts';
import { addTrip } from './trips/add-trip.ts';
import { deleteTrip } from './trips/delete-trip.ts';
import { travellers } from './trips/travellers.ts';
import { tripsOf } from './trips/trips-of.ts';

type Query = NonNullable<CallQuery<'members'>>;
type Settings = Awaited<ReturnType<typeof settingsOf>>;
type PlaceOf = (member: number) => Promise<Pick<Searcher, 'place' | 'placeVersion'>>;
type Anyone = CallContext<MemberSession | null>;

export function searchHandlers(app: App) {
  return handlers({
    async members({ query = {} }, call) {
      const settings = await settingsOf(app, call.host);
      if (!call.member && !maySearchLoggedOut(settings, call)) throw refuse('search_closed');
      const { searcher, asked } = await searchOf(settings, call, query, (id) => knownPlaceOf(app, id));
      return searchMembers(app, searcher, asked);
    },

    async travellers({ query: { sort: _ofMembers, ...query } = {} }, call) {
      const settings = await settingsOf(app, call.host);
      const { searcher, asked } = await searchOf(settings, call, query, (id) => readPlaceOf(app.db, id));
      return travellers(app, searcher, asked);
    },

    trips: async (_input, call) => {
      const { most_trips: most, trip_days: most_days } = await settingsOf(app, call.host);
      return { trips: await tripsOf(app.db, call.member.memberId), most, most_days };
    },

    addTrip: async ({ body }, call) => ({
      id: await addTrip(app.db, call.member.memberId, await settingsOf(app, call.host), body),
    }),

    async deleteTrip({ body }, call) {
      await deleteTrip(app.db, call.member.memberId, body.id);
      return { ok: true };
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

  async function searchOf(settings: Settings, call: Anyone, query: Query, placeOf: PlaceOf) {
    const { asked, traits, isPremium } = allowedSearch(settings, query);
    // Visitors never search by traits, which are intimate.
    if ((isPremium || (traits && !call.member)) && !(await isPremiumMember(call)))
      throw refuse('premium_only');
    return { searcher: await searcherOf(call, asked, traits, settings, placeOf), asked };
  }

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
    placeOf: PlaceOf,
  ): Promise<Searcher> {
    const id = call.member?.memberId ?? null;
    const isFromPlace = (sort === 'nearest' || radius !== undefined) && id !== null;
    const viewer = await viewerOf(app, id, call.host);
    return {
      ...viewer,
      ...(isFromPlace ? await placeOf(id) : { place: null }),
      traits,
      everyone: await presentGenders(app.db, app.parts.search, viewer.pool, settings),
    };
  }
}
