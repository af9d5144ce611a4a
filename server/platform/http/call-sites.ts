import type { Call } from '#contract/calls.ts';
import { isWithinSites, type ScopedThing, type Sites } from '#contract/rules/site-scope-rules.ts';
import type { MemberSession } from './context.ts';
import { Refusal, refuse } from './refusal.ts';
import { valueAt } from './value-at.ts';

/** The sites that a thing concerns, null for all of them; undefined if it does not exist. */
export type SitesOfThing = (of: ScopedThing, id: unknown) => Promise<Sites | undefined>;

/** The refusal of something outside the operator's sites. It answers like a missing thing, but the audit log records it. */
export class OutsideSites extends Refusal {
  readonly thing: { of: ScopedThing; id: string };

  constructor(of: ScopedThing, id: unknown) {
    super('not_found');
    this.thing = { of, id: String(id).slice(0, LONGEST_ID) };
  }
}

const LONGEST_ID = 100;

interface Input {
  query: unknown;
  body: unknown;
}

/**
 * Asserts that everything an office call works on lies within the sites of its operator, and returns the site
 * that it concerns, if it is only one. Throws `not_found` for what belongs to other sites, as if it did not
 * exist, `all_sites_required` for input that means all sites, and `sites_required` for an empty list of sites.
 * What does not exist passes: the handler answers it, or creates it.
 */
export async function assertInSites(
  call: Call,
  caller: MemberSession | null,
  input: Input,
  sitesOf: SitesOfThing,
): Promise<string | null> {
  if (!caller || typeof call.scope !== 'object') return null;
  const concerned = new Set<string>();
  for (const { of, at, absent } of call.scope) {
    const value = valueAt(input, at);
    if (value === undefined && absent === 'anything') continue;
    for (const id of idsFor(caller, of, value === undefined ? absent : value))
      for (const site of await sitesOfOne(caller.sites, of, id, sitesOf)) concerned.add(site);
  }
  return concerned.size === 1 ? ([...concerned][0] ?? null) : null;
}

function idsFor(caller: MemberSession, of: ScopedThing, value: unknown): readonly unknown[] {
  const ids = idsOf(value);
  if (of === 'site' && ids?.length === 0) throw refuse('sites_required');
  if (ids === null && caller.sites !== null) throw refuse('all_sites_required');
  return ids ?? [];
}

/** Null for input that means all sites. */
const idsOf = (value: unknown): readonly unknown[] | null =>
  value === null || value === undefined ? null : Array.isArray(value) ? value : [value];

async function sitesOfOne(
  own: Sites,
  of: ScopedThing,
  id: unknown,
  sitesOf: SitesOfThing,
): Promise<readonly string[]> {
  const sites = await sitesOf(of, id);
  if (sites === undefined || isWithinSites(own, sites)) return sites ?? [];
  // The default site is no secret, unlike everything that has an id.
  throw of === 'named_site' && sites === null ? refuse('all_sites_required') : new OutsideSites(of, id);
}
