import type { ActivityDetails } from './activity-details.ts';

interface Kind {
  /**
   * `needed`: the event is listed only while the member may see the person. `named`: it is always listed, and
   * names the person if the member may see them.
   */
  person: 'needed' | 'named' | 'none';
  details: readonly (keyof ActivityDetails)[];
  /** Events of this kind are new until the member opens the list, and the bell counts them. */
  counts: boolean;
  /** Path without locale prefix. `{person}` is the person's id, other names are details. */
  path: string;
  /** Where several events of one day lead that are shown as one. Kinds without it are never grouped. */
  groupPath?: string;
}

/**
 * What can happen to a member, for the list on /activity (docs/product.md 2.10). A kind also needs its words in
 * `activity.json` of each language and an icon in `web/activity/activity-icons.ts`. Record an event with
 * `recordActivity` of `server/activity`.
 */
export const activityKinds = {
  like: {
    person: 'needed',
    details: [],
    counts: true,
    path: '/likes/m/{person}',
    groupPath: '/likes/received',
  },
  match: {
    person: 'needed',
    details: [],
    counts: true,
    path: '/likes/m/{person}',
    groupPath: '/likes/matches',
  },
  // Requests have no badge (docs/product.md 6.10).
  request: {
    person: 'needed',
    details: ['conversation'],
    counts: false,
    path: '/chats/{conversation}',
    groupPath: '/chats',
  },
  missed_call: {
    person: 'needed',
    details: ['conversation'],
    counts: true,
    path: '/chats/{conversation}',
    groupPath: '/chats',
  },
  credits_returned: {
    person: 'named',
    details: ['credits', 'conversation'],
    counts: true,
    path: '/chats/{conversation}',
  },
  saved_search: { person: 'none', details: ['matches'], counts: true, path: '/saved-searches' },
  refund: { person: 'none', details: ['money', 'payment'], counts: true, path: '/transactions/{payment}' },
  photo_approved: { person: 'none', details: [], counts: true, path: '/profile', groupPath: '/profile' },
  photo_refused: { person: 'none', details: [], counts: true, path: '/profile', groupPath: '/profile' },
  voice_intro_approved: { person: 'none', details: [], counts: true, path: '/profile' },
  voice_intro_refused: { person: 'none', details: [], counts: true, path: '/profile' },
  verified: { person: 'none', details: [], counts: true, path: '/profile' },
  badge_ended: { person: 'none', details: [], counts: true, path: '/verification' },
  not_verified: { person: 'none', details: [], counts: true, path: '/verification' },
  verification_asked: { person: 'none', details: [], counts: true, path: '/verification' },
  age_checked: { person: 'none', details: [], counts: true, path: '/age-check' },
  age_not_checked: { person: 'none', details: [], counts: true, path: '/age-check' },
  age_check_ends: { person: 'none', details: [], counts: true, path: '/age-check' },
  measure: { person: 'none', details: ['measure'], counts: true, path: '/pages/ban' },
  measure_ended: { person: 'none', details: [], counts: true, path: '/pages/ban' },
  complaints_open: { person: 'none', details: [], counts: true, path: '/complaints' },
  support_answer: { person: 'none', details: ['thread'], counts: true, path: '/support/{thread}' },
  appeal_decided: { person: 'none', details: ['reversed'], counts: true, path: '/pages/ban' },
} as const satisfies Record<string, Kind>;

export type ActivityKind = keyof typeof activityKinds;

export const activityKindNames = Object.keys(activityKinds) as ActivityKind[];

export const kindOf = (kind: ActivityKind): Kind => activityKinds[kind];

export const activityPath = (kind: ActivityKind, person: number | undefined, details: ActivityDetails) =>
  kindOf(kind).path.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(name === 'person' ? person : details[name as keyof ActivityDetails]),
  );
