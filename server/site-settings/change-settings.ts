import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { FieldCode } from '#contract/errors.ts';
import { isMoneySetting, isSettingKey, settingTable, type SettingKey, type SettingRow } from '#contract/setting-table.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import type { AuditNote, MemberSession } from '../platform/http/context.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { contradictionsIn, faultOf, settingsFrom } from './read-settings.ts';
import { SITES_CHANGED } from './site-cache.ts';

type Parts = Pick<App, 'db' | 'events'>;

/** The operator who changes settings: an owner may change all of them, finance those about money. */
export interface SettingOperator {
  member: Pick<MemberSession, 'memberId' | 'roles'>;
  audit: AuditNote;
}

/** A setting and what it should be; null brings the default back. */
export interface SettingWish {
  key: string;
  value: unknown;
}

interface HowChanged {
  /** The change that this one takes back. */
  undoes?: number;
  /** Another screen changes what its own form may not. */
  fromElsewhere?: true;
}

/**
 * Changes settings of a site, all or none, and tells every process at once. What is already so is not noted again.
 *
 * Refuses `not_found` for a site; `role_required` for a setting that is not finance's; `invalid_fields` by setting.
 */
export async function changeSettings(app: Parts, operator: SettingOperator, host: string, wishes: readonly SettingWish[], how: HowChanged = {}): Promise<void> {
  await inTransaction(app.db, (tx) => changeIn(tx, operator, host, wishes, how));
  app.events.publish(SITES_CHANGED, { host });
}

/** The same within a transaction: after its commit the caller publishes `SITES_CHANGED`. */
export async function changeIn(tx: Tx, operator: SettingOperator, host: string, wishes: readonly SettingWish[], how: HowChanged = {}): Promise<void> {
  const { rows } = await sql<{ overrides: Record<string, unknown> }>`select overrides from sites where host = ${host} for update`.execute(tx);
  if (!rows[0]) throw refuse('not_found');
  const before = rows[0].overrides;
  const wanted = new Map(wishes.map(({ key, value }) => [key, value]));
  check(operator, before, wanted, how);
  const changed = [...wanted].filter(([key, value]) => !isDeepStrictEqual(before[key] ?? null, value));
  if (changed.length === 0) return;
  const after = { ...before, ...Object.fromEntries(changed) };
  for (const [key, value] of changed) if (value === null) delete after[key];
  await sql`update sites set overrides = ${JSON.stringify(after)}::jsonb where host = ${host}`.execute(tx);
  for (const [key, value] of changed)
    await sql`
      insert into setting_changes (host, key, old_value, new_value, operator_id, undoes)
      values (${host}, ${key}, ${jsonOf(before[key])}::jsonb, ${jsonOf(value)}::jsonb, ${operator.member.memberId}, ${how.undoes ?? null})`.execute(tx);
  await operator.audit(tx, { object: host, details: { settings: changed.map(([key]) => key) } });
}

const jsonOf = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value));

function check({ member }: SettingOperator, before: Record<string, unknown>, wanted: Map<string, unknown>, { fromElsewhere }: HowChanged): void {
  const faults: Record<string, FieldCode> = {};
  for (const [key, value] of wanted) {
    if (!isSettingKey(key) || (!fromElsewhere && (settingTable[key] as SettingRow).elsewhere)) faults[key] = 'unknown';
    else if (!member.roles.includes('owner') && !isMoneySetting(key)) throw refuse('role_required');
    else if (value !== null) {
      const fault = faultOf(key, value);
      if (fault) faults[key] = fault;
    }
  }
  if (Object.keys(faults).length > 0) throw refuseFields(faults);
  // Between settings only what is changed now is held against the others: an old contradiction must not stop a new price.
  const settings = contradictionsIn(together(before, wanted));
  const old = contradictionsIn(together(before, new Map()));
  const wrong = Object.entries(settings).filter(([key, code]) => old[key as SettingKey] !== code);
  if (wrong.length > 0) throw refuseFields(Object.fromEntries(wrong));
}

/** The settings as they would be, with the site's own language as it is wished for, in or out of the list. */
function together(before: Record<string, unknown>, wanted: Map<string, unknown>) {
  const after = { ...before, ...Object.fromEntries(wanted) };
  for (const [key, value] of wanted) if (value === null) delete after[key];
  const settings = settingsFrom(after);
  const own = after['domain_language'];
  return { ...settings, domain_language: (own ?? settingTable.domain_language.default) as typeof settings.domain_language };
}
