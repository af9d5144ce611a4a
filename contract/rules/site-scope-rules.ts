/**
 * What an office call works on, by which the server finds the sites that it concerns. `site` is a host of
 * `sites`. `named_site` is one that is not the default site, whose settings and texts also apply to the whole
 * installation.
 */
export const scopedThings = [
  'site',
  'named_site',
  'member',
  'operator',
  'photo',
  'verification',
  'age_check',
  'chat_image',
  'voice_intro',
  'conversation',
  'payment',
  'refund',
  'withdrawal',
  'credit_change',
  'complaint',
  'measure',
  'appeal',
  'text',
  'held_account',
  'invitation',
  'announcement',
  'discount_code',
  'webhook',
  'webhook_delivery',
  'token',
  'setting_change',
  'waiting_change',
  'figure_note',
  'support_thread',
  'sign_up_rule',
] as const;

export type ScopedThing = (typeof scopedThings)[number];

/** A path to an id, or to a list of them, in the query or the body: `query.id`. */
export interface ScopedBy {
  of: ScopedThing;
  at: string;
  /** Calls for all sites leave the path out. Without `absent`, only operators of all sites may do that. */
  absent?: 'anything' | '*';
}

/**
 * How an office call is limited to the sites of its operator:
 *
 * - `installation`: cannot be divided by site, so only operators of all sites may make it.
 * - `listed`: the handler limits what it lists and counts (`member.sites`, `server/site-scope`).
 * - `own`: concerns only the caller.
 * - `shared`: reads what is the same for every site and says nothing about members, such as the prices.
 * - else the things that it works on. Each must lie within the operator's sites; for others it answers 404.
 */
export type SiteScope = 'installation' | 'listed' | 'own' | 'shared' | readonly ScopedBy[];

/** The cookie with the site that an operator has chosen to look at. It only ever shows less. */
export const OFFICE_SITE_COOKIE = 'office_site';

/** The sites that lists show to an operator who has chosen to look at one. Others than their own do not count. */
export const chosenSites = (own: Sites, chosen: string | undefined): Sites =>
  chosen && isWithinSites(own, [chosen]) ? [chosen] : own;

/** The sites of an operator or of something that can be limited to sites; null means all sites. */
export type Sites = readonly string[] | null;

/** Returns whether something of `wanted` lies within `own`. Something for all sites needs the scope of all sites. */
export const isWithinSites = (own: Sites, wanted: Sites): boolean =>
  own === null || (wanted !== null && wanted.every((site) => own.includes(site)));

/** The sites that both scopes allow, for example those of an account and of its access token. */
export const commonSites = (own: Sites, other: Sites): Sites =>
  own === null ? other : other === null ? own : own.filter((site) => other.includes(site));

/** Returns whether an operator of these sites may make a call at all. */
export const isOpenTo = (own: Sites, scope: SiteScope | undefined): boolean =>
  own === null || scope !== 'installation';
