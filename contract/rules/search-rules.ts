import type { Gender, StandardGender } from '../lists/genders.ts';

/** Age limits of the search filter. The full range means no filter. */
export const YOUNGEST = 18;
export const OLDEST = 99;

/** Maximum value of `num_results`. An exact count would have to read every match. */
export const MOST_COUNTED = 1000;

export const sortOrders = ['newest', 'active', 'nearest'] as const;
export type SortOrder = (typeof sortOrders)[number];
/** Upper ends of the distance bands, in kilometres between city centres. Larger distances are not shown. */
export const distanceBands = [10, 25, 50, 100, 250, 500] as const;
/** Radii of a search. They are ends of bands, so that a search tells no finer distance. */
export const radii = [10, 25, 50, 100] as const satisfies readonly (typeof distanceBands)[number][];
export type Radius = (typeof radii)[number];

/** Years around a member's own age in which they search at first, and in which people are chosen for them. */
export const YEARS_AROUND = 10;

export const MOST_SAVED_SEARCHES = 10;
export const SEARCH_NAME_LENGTH = 60;

/** The gender that a profile seeks that names none. `soughtBy` of server/visibility is the same in SQL. */
export const usuallySought = (gender: Gender | null): StandardGender =>
  gender === 'male' ? 'female' : 'male';
