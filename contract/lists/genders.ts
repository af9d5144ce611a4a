/** Offered on every site. */
export const standardGenders = ['male', 'female'] as const;
export type StandardGender = (typeof standardGenders)[number];

/** Offered on the sites whose setting `more_genders` names them. A `couple` is one profile of two people. */
export const moreGenders = ['non_binary', 'trans_woman', 'trans_man', 'couple'] as const;

export const genders = [...standardGenders, ...moreGenders] as const;
export type Gender = (typeof genders)[number];

/** The genders of one person. */
export const personGenders = genders.filter((gender) => gender !== 'couple');

export const isMoreGender = (gender: Gender | null): gender is (typeof moreGenders)[number] =>
  moreGenders.some((one) => one === gender);

/** The genders that a site with this setting `more_genders` offers, in display order. */
export const offeredGenders = (more: readonly Gender[]): Gender[] =>
  genders.filter((gender) => !isMoreGender(gender) || more.includes(gender));
