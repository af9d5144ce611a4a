import { callsByModule, calls, type CallName } from '../calls.ts';

type CallModule = keyof typeof callsByModule;

/**
 * The modules whose calls show or reach people. In countries with the age gate `at_signup`, members make them only after
 * their age check (docs/product.md 6.18); their account, money, complaints and data stay open to them.
 */
const isMembersArea: Record<CallModule, boolean> = {
  'site-settings': false,
  texts: false,
  visibility: true,
  acquaintances: false,
  traffic: false,
  profiles: true,
  activity: true,
  'age-checks': false,
  webhooks: false,
  credits: false,
  photos: true,
  voice: true,
  likes: true,
  search: true,
  chat: true,
  'video-calls': true,
  payments: false,
  moderation: false,
  notifications: false,
  'landing-pages': false,
  'static-pages': false,
  membership: false,
  figures: false,
  experiments: false,
  desk: false,
  support: false,
  safety: false,
  office: false,
  operations: false,
};

/** The stream also carries changes of the account, such as the result of the age check. */
const EXEMPT: readonly CallName[] = ['events'];

const areaCalls: ReadonlySet<string> = new Set(
  (Object.keys(callsByModule) as CallModule[])
    .filter((module) => isMembersArea[module])
    .flatMap((module) => Object.keys(callsByModule[module])),
);

export const isInMembersArea = (name: CallName): boolean =>
  areaCalls.has(name) && !EXEMPT.includes(name) && calls[name].access !== 'operator';
