import { traitFields, type TraitField } from '../profile-fields.ts';

/** Filters of the search besides gender, country, region and age, by their names in `/api/members.php`. */
const plainFilters = [
  'verified',
  'active_this_week',
  'online',
  'with_photo',
  'new_here',
  'radius',
  'town',
  'name',
] as const;

export type SearchFilter = (typeof plainFilters)[number] | TraitField;
export const searchFilters: readonly SearchFilter[] = [...plainFilters, ...traitFields];
