import { sql } from 'kysely';
import type { AgeCheck } from '#contract/age-checks/calls.ts';
import {
  AGE_RENEWAL_DAYS,
  agePictures,
  type AgeFailure,
  type AgeGate,
  type AgeMethod,
  type AgePicture,
  type AgeProviderName,
} from '#contract/age-checks/lists.ts';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { settingsOf } from '../site-settings/index.ts';
import { ageCountries } from '../visibility/index.ts';
import { newestAppeal } from './office/newest-appeal.ts';
import { ageProviderKinds } from './providers/registry.ts';
import { validUntil } from './valid-until.ts';

export interface AgeCheckRow {
  id: number;
  state: 'open' | 'passed' | 'failed';
  provider: AgeProviderName;
  method: AgeMethod | null;
  reason: AgeFailure | null;
  reference: string | null;
  started_at: Date;
  sent_at: Date | null;
  sent: AgePicture[];
  due_at: Date;
  decided_at: Date | null;
  expires_at: Date | null;
  current: boolean;
  /** End of the member's passed check, which may be an older one than this. Null if none counts. */
  valid_until: Date | null;
  renewable: boolean;
}

/**
 * The newest check, which may be the renewal of one that still counts. A renewal that the member withdrew is skipped in
 * favour of the check that it would have replaced.
 */
export async function newestAgeCheck(db: Db, member: number): Promise<AgeCheckRow | undefined> {
  const { rows } = await sql<AgeCheckRow>`
    select id, state, provider, method, reason, reference, started_at, sent_at, due_at, decided_at, expires_at,
      array(select part from age_check_pictures where check_id = age_checks.id) as sent, coalesce(expires_at > app_now(), true) as current,
      valid_until, coalesce(valid_until <= app_now() + ${AGE_RENEWAL_DAYS} * interval '1 day', false) as renewable
    from age_checks, (select ${validUntil(sql`${member}::bigint`)} as valid_until) valid
    where member_id = ${member} and (valid_until is null or reason is distinct from 'withdrawn')
    order by id desc limit 1`.execute(db);
  return rows[0];
}

interface Asked {
  country: string;
  area: boolean;
  contact: boolean;
}

/** GET /api/age-check.php: what the member's country asks for, and how far the member's check is. */
export async function ageCheckOf(
  app: Pick<App, 'config' | 'db' | 'parts'>,
  member: number,
  host: string | undefined,
): Promise<AgeCheck> {
  const settings = await settingsOf(app, host);
  const [found, { appeal }, { rows }] = await Promise.all([
    newestAgeCheck(app.db, member),
    newestAppeal(app.db, member),
    sql<Asked>`
      select country, lacks_age_check(id, ${ageCountries(settings, 'area')}::text) as area,
        lacks_age_check(id, ${ageCountries(settings)}::text) as contact
      from profiles where id = ${member} and kind = 'member'`.execute(app.db),
  ]);
  const check = found?.current && found.reason !== 'withdrawn' ? found : undefined;
  return {
    gate: rows[0] ? gateOf(settings, rows[0]) : 'off',
    ...(check ? presentCheck(app, check) : NONE),
    valid_until: found?.valid_until?.toISOString() ?? null,
    renewable: found?.renewable ?? false,
    appeal: check?.state === 'passed' || !app.config.ageProviders.includes('office') ? 'none' : appeal,
    ways: [...app.config.ageProviders],
  };
}

/** What the member lacks, which may be a former country's gate, else the gate of the country. */
function gateOf(settings: SiteSettings, { country, area, contact }: Asked): AgeGate {
  if (area) return 'at_signup';
  return contact ? 'before_contact' : (settings.age_assurance[country] ?? 'off');
}

type CheckPart = Omit<AgeCheck, 'gate' | 'ways' | 'appeal' | 'valid_until' | 'renewable'>;

const NONE: CheckPart = {
  state: 'none',
  provider: null,
  method: null,
  reason: null,
  decided_at: null,
  expires_at: null,
  due_at: null,
  url: null,
  sent: [],
};

/** Both pictures are with the office. A restored backup has checks without them, whose members send them again. */
export const isSent = ({ sent_at, sent }: Pick<AgeCheckRow, 'sent_at' | 'sent'>): boolean =>
  sent_at !== null && sent.length === agePictures.length;

function presentCheck(app: Pick<App, 'config' | 'db'>, check: AgeCheckRow): CheckPart {
  const { state, provider, method, reason, reference, due_at, decided_at, expires_at, sent } = check;
  const { service } = ageProviderKinds[provider](app);
  return {
    state: state === 'open' ? (service || isSent(check) ? 'waiting' : 'pictures') : state,
    provider,
    method,
    reason,
    decided_at: decided_at?.toISOString() ?? null,
    expires_at: expires_at?.toISOString() ?? null,
    due_at: state === 'open' ? due_at.toISOString() : null,
    url: reference === null || !service ? null : service.pageOf(reference),
    sent,
  };
}
