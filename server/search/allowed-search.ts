import type { CallQuery } from '#contract/calls.ts';
import { itemOf } from '#contract/lists/item-of.ts';
import { traitFields, type TraitField } from '#contract/profile-fields.ts';
import type { SearchFilter } from '#contract/rules/search-filters.ts';
import type { Traits } from '#contract/traits.ts';
import type { settingsOf } from '../site-settings/index.ts';
import { hiddenBy } from '../visibility/index.ts';
import { traitsOf } from './traits.ts';

type Query = NonNullable<CallQuery<'members'>>;
type Settings = Awaited<ReturnType<typeof settingsOf>>;

/**
 * A search as its site allows it: without the fields that the site hides. `isPremium` says whether it uses a filter
 * for premium members.
 */
export function allowedSearch(settings: Settings, query: Query) {
  const hides = hiddenBy(settings);
  const asked = hides.includes('city') ? withoutTowns(query) : query;
  const traits = traitsOf(query, hides);
  return {
    asked,
    traits,
    isPremium: settings.premium_filters.some((filter) => isUsed(filter, asked, traits)),
  };
}

const isTrait = (filter: SearchFilter): filter is TraitField => itemOf(traitFields, filter) !== undefined;

const isUsed = (filter: SearchFilter, query: Query, traits: Traits | null): boolean =>
  isTrait(filter) ? traits?.[filter] !== undefined : !!query[filter];

/** A site that shows no towns is not searched by them. */
const withoutTowns = ({ town: _town, radius: _radius, ...query }: Query): Query => query;
