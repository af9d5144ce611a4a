interface Design {
  folder: string;
  /** `member` if the URL names a member. Such a page is not indexed and is absent from the sitemap. */
  about: 'member' | 'anyone';
  takesSlug: boolean;
  frame: 'landing-page' | 'empty';
  showsPeople: boolean;
}

const open = { about: 'anyone', takesSlug: true, frame: 'landing-page', showsPeople: false } as const;
const ofMember = { about: 'member', takesSlug: true, frame: 'landing-page', showsPeople: true } as const;

/**
 * The designs of landing pages, by the name in their URL. Routes, sitemap, statistics, pictures, measurements
 * and browser tests derive from this table: a new design is a row here, a folder with its screen, and its
 * words.
 */
export const landingDesigns = {
  landing: { ...ofMember, folder: 'letter', takesSlug: false },
  signup: { ...ofMember, folder: 'tiles', takesSlug: false, frame: 'empty' },
  landing2: { ...ofMember, folder: 'cover' },
  landing3: { ...ofMember, folder: 'pairs' },
  tinderswipe: { ...open, folder: 'swipe', showsPeople: true },
  alonetonight: { ...open, folder: 'night' },
  collagelanding: { ...open, folder: 'collage', showsPeople: true },
  gallery: { ...open, folder: 'gallery', showsPeople: true },
  iconslanding: { ...open, folder: 'icons' },
  maplanding: { ...open, folder: 'map' },
  socialnetwork: { ...open, folder: 'feed', showsPeople: true },
  transitionsvideolanding: { ...open, folder: 'film' },
  video: { ...open, folder: 'film' },
} as const satisfies Record<string, Design>;

export type LandingDesign = keyof typeof landingDesigns;

export const isLandingDesign = (value: unknown): value is LandingDesign =>
  typeof value === 'string' && Object.hasOwn(landingDesigns, value);

export const landingDesignNames = Object.keys(landingDesigns).filter(isLandingDesign);

export const isOpenDesign = (design: LandingDesign): boolean => landingDesigns[design].about === 'anyone';

export const designPath = (design: LandingDesign, member: number | ':id'): string =>
  isOpenDesign(design) ? `/landers/${design}` : `/members/${member}/${design}`;

export const openDesignPaths = landingDesignNames.filter(isOpenDesign).map((design) => `/landers/${design}`);
