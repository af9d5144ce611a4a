import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { VersionChange } from '#contract/experiments.ts';
import type { App } from '../platform/app.ts';
import type { CallContext } from '../platform/http/context.ts';
import { settingsOf, siteOf } from '../site-settings/index.ts';
import { assign } from './assign.ts';
import type { StoredExperiment } from './stored-experiments.ts';

const COOKIE = 'experiments';
const COOKIE_SECONDS = 30 * 86_400;
/** Programs that fetch pages. They do not sign up, so they would only dilute the figures. */
const PROGRAM =
  /bot|crawl|spider|slurp|preview|headless|lighthouse|facebookexternalhit|curl|wget|python|java\/|okhttp|go-http|node/i;

type Reader = Pick<App, 'db' | 'parts' | 'geoip'>;
type Visit = Pick<CallContext<unknown>, 'cookie' | 'setCookie' | 'host' | 'ip' | 'userAgent' | 'member'>;

export interface Version {
  change: VersionChange;
  /** The page is not the same for everybody, so that it must not be cached. */
  isTested: boolean;
}

const usual = (isTested: boolean): Version => ({ change: {}, isTested });

/** The experiment that changes this ground on the site of a host now, or null. Reads no database if it is cached. */
async function activeOn(
  app: Pick<App, 'parts'>,
  host: string | undefined,
  ground: string,
): Promise<StoredExperiment | null> {
  const active = await app.parts.activeExperiments();
  if (active.length === 0) return null;
  const site = await siteOf(app, host);
  return active.find((one) => one.host === site.host && one.ground === ground) ?? null;
}

const changeOf = ({ variants }: StoredExperiment, variant: number | null): VersionChange =>
  variants[variant ?? 0]?.change ?? {};

/**
 * The version of a page that a visitor gets. Their browser keeps a random number for it, but only where the law lets a
 * site do so without asking (docs/product.md 16.23). Everybody else gets the usual page.
 */
export async function versionForVisitor(app: Reader, call: Visit, ground: string): Promise<Version> {
  const found = await activeOn(app, call.host, ground);
  if (!found) return usual(false);
  if (found.state === 'decided') return { change: changeOf(found, found.winner), isTested: false };
  if (call.member || !call.userAgent || PROGRAM.test(call.userAgent) || !(await mayStore(app, call)))
    return usual(true);
  const known = unitOf(call);
  const unit = known ?? randomBytes(12).toString('base64url');
  if (!known) call.setCookie(COOKIE, unit, { maxAgeSeconds: COOKIE_SECONDS });
  const variant = assign(found, unit);
  if (variant === null) return usual(true);
  const { rows } = await sql<{ variant: number }>`
    with known as (select variant from experiment_exposures where experiment_id = ${found.id} and unit = ${unit}),
    added as (
      insert into experiment_exposures (experiment_id, unit, variant)
      select ${found.id}, ${unit}, ${variant}::smallint from experiments
      where id = ${found.id} and state = 'running' and not exists (select from known)
      on conflict do nothing returning variant)
    select variant from known union all select variant from added`.execute(app.db);
  return { change: changeOf(found, rows[0]?.variant ?? variant), isTested: true };
}

/** The same for a member, by their id. Operators and profiles that writers answer for get the usual page. */
export async function versionForMember(
  app: Pick<App, 'db' | 'parts'>,
  { member, host }: { member: number; host: string | undefined },
  ground: string,
): Promise<{ experiment: string; variant: number; change: VersionChange } | null> {
  const found = await activeOn(app, host, ground);
  if (!found) return null;
  const version = (variant: number) => ({
    experiment: found.id,
    variant,
    change: changeOf(found, variant),
  });
  if (found.state === 'decided') return version(found.winner ?? 0);
  const unit = `m${member}`;
  const variant = assign(found, unit);
  if (variant === null) return null;
  const { rows } = await sql<{ variant: number }>`
    with known as (select variant from experiment_exposures where experiment_id = ${found.id} and member_id = ${member}),
    added as (
      insert into experiment_exposures (experiment_id, unit, variant, member_id)
      select ${found.id}, ${unit}, ${variant}::smallint, m.id
      from experiments e, members m left join profiles p on p.id = m.id
      where e.id = ${found.id} and e.state = 'running' and m.id = ${member} and m.roles = '{}' and coalesce(p.kind, 'member') = 'member'
        and not exists (select from known)
      on conflict do nothing returning variant)
    select variant from known union all select variant from added`.execute(app.db);
  return rows[0] ? version(rows[0].variant) : null;
}

/** The random number of a visitor's browser, or null. */
export function unitOf(call: Pick<Visit, 'cookie'>): string | null {
  const unit = call.cookie(COOKIE);
  return unit && /^[\w-]{16}$/.test(unit) ? unit : null;
}

export const forgetUnit = (call: Pick<CallContext<unknown>, 'clearCookie'>): void => call.clearCookie(COOKIE);

async function mayStore(app: Reader, { host, ip }: Visit): Promise<boolean> {
  const country = app.geoip.countryOf(ip);
  const { traffic_cookie_countries: countries } = await settingsOf(app, host);
  return countries.some((code) => code === country);
}
