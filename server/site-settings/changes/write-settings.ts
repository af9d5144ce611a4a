import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { FieldCode } from '#contract/errors.ts';
import {
  isFourEyesSetting,
  isMoneySetting,
  isSettingKey,
  settingTable,
  type SettingKey,
  type SettingRow,
  type SiteSettings,
} from '#contract/site-settings/setting-table.ts';
import { DEFAULT_SITE } from '#contract/site-settings/sites.ts';
import type { App } from '../../platform/app.ts';
import { type Tx } from '../../platform/database/index.ts';
import type { AuditNote, MemberSession } from '../../platform/http/context.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import { contradictionsIn, faultOf, settingsFrom } from '../read-settings.ts';
import { isOnlyOperator } from './second-operator.ts';
import { holdChange } from './waiting-changes.ts';

/** Owners may change every setting, finance only those about money. */
export interface SettingOperator {
  member: Pick<MemberSession, 'memberId' | 'roles'>;
  audit: AuditNote;
  assertFreshFactor(): Promise<void>;
}

/** A setting and its new value; null restores the default. */
export interface SettingWish {
  key: string;
  value: unknown;
}

export interface ChangeOrigin {
  undoes?: number;
  /** The change comes from another screen, which may change settings that the settings form may not. */
  fromElsewhere?: true;
  approved?: true;
}

/**
 * Like `changeSettings`, in the caller's transaction. The caller must publish `SITES_CHANGED` after the
 * commit.
 */
export async function writeSettings(
  { config }: Pick<App, 'config'>,
  tx: Tx,
  operator: SettingOperator,
  host: string,
  wishes: readonly SettingWish[],
  how: ChangeOrigin = {},
): Promise<{ held: boolean }> {
  const { rows } = await sql<{
    overrides: Record<string, unknown>;
  }>`select overrides from sites where host = ${host} for update`.execute(tx);
  if (!rows[0]) throw refuse('not_found');
  const before = rows[0].overrides;
  const wanted = new Map(wishes.map(({ key, value }) => [key, value]));
  assertAllowed(operator, before, wanted, how);
  if (config.ageProviders.length === 0 && addsAgeGate(merged(before, new Map()), merged(before, wanted)))
    throw refuseFields({ age_assurance: 'age_provider_missing' });
  const differing = [...wanted].filter(([key, value]) => !isDeepStrictEqual(before[key] ?? null, value));
  if (differing.some(([key]) => isSettingKey(key) && isFourEyesSetting(key)))
    await operator.assertFreshFactor();
  const held = how.approved ? [] : await holdRaised(tx, operator, host, before, differing);
  const changed = differing.filter((one) => !held.includes(one));
  if (differing.length > 0)
    await operator.audit(tx, {
      object: host,
      details: {
        settings: changed.map(([key]) => key),
        changes: changesOf(before, changed),
        ...(held.length > 0 ? { waiting: changesOf(before, held) } : {}),
      },
    });
  if (changed.length === 0) return { held: held.length > 0 };
  const after = { ...before, ...Object.fromEntries(changed) };
  for (const [key, value] of changed) if (value === null) delete after[key];
  await sql`update sites set overrides = ${JSON.stringify(after)}::jsonb where host = ${host}`.execute(tx);
  for (const [key, value] of changed)
    await sql`
      insert into setting_changes (host, key, old_value, new_value, operator_id, undoes)
      values (${host}, ${key}, ${jsonOf(before[key])}::jsonb, ${jsonOf(value)}::jsonb, ${operator.member.memberId}, ${how.undoes ?? null})`.execute(
      tx,
    );
  return { held: held.length > 0 };
}

async function holdRaised(
  tx: Tx,
  { member: { memberId } }: SettingOperator,
  host: string,
  before: Record<string, unknown>,
  differing: [string, unknown][],
): Promise<[string, unknown][]> {
  const raised = differing.filter(([key, value]) => needsSecondOwner(before, key, value));
  if (
    raised.length === 0 ||
    (await isOnlyOperator(tx, memberId, host === DEFAULT_SITE ? null : [host], ['owner']))
  )
    return [];
  for (const [key, value] of raised)
    await holdChange(tx, {
      kind: 'setting',
      object: `${host} ${key}`,
      before: { host, key, value: before[key] ?? null },
      after: { host, key, value },
      askedBy: memberId,
    });
  return raised;
}

const changesOf = (before: Record<string, unknown>, changed: [string, unknown][]) =>
  Object.fromEntries(changed.map(([key, value]) => [key, { before: before[key] ?? null, after: value }]));

/**
 * Raising a four-eyes limit lets one operator do more alone, so it needs a second owner. Lowering it does
 * not.
 */
function needsSecondOwner(before: Record<string, unknown>, key: string, value: unknown): boolean {
  if (!isSettingKey(key) || !isFourEyesSetting(key)) return false;
  const standard = settingTable[key].default;
  const old = limitsOf(before[key] ?? standard);
  const wished = limitsOf(value ?? standard);
  return [...wished.entries()].some(([name, limit]) => limit > (old.get(name) ?? -1));
}

/** A single limit gets the name ''; limits per currency are named by the currency. */
const limitsOf = (value: unknown): Map<string, number> =>
  new Map(
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([name, limit]) => [name, Number(limit)])
      : [['', Number(value)]],
  );

const jsonOf = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value);

function assertAllowed(
  { member }: SettingOperator,
  before: Record<string, unknown>,
  wanted: Map<string, unknown>,
  { fromElsewhere }: ChangeOrigin,
): void {
  const faults: Record<string, FieldCode> = {};
  for (const [key, value] of wanted) {
    if (!isSettingKey(key) || (!fromElsewhere && (settingTable[key] as SettingRow).elsewhere))
      faults[key] = 'unknown';
    else if (!member.roles.includes('owner') && !isMoneySetting(key)) throw refuse('role_required');
    else if (value !== null) {
      const fault = faultOf(key, value);
      if (fault) faults[key] = fault;
    }
  }
  if (Object.keys(faults).length > 0) throw refuseFields(faults);
  // Contradictions that existed before do not count: they must not block an unrelated change, such as a new
  // price.
  const settings = contradictionsIn(merged(before, wanted));
  const old = contradictionsIn(merged(before, new Map()));
  const wrong = Object.entries(settings).filter(([key, code]) => old[key as SettingKey] !== code);
  if (wrong.length > 0) throw refuseFields(Object.fromEntries(wrong));
}

/** Without a provider, a new gate would lock the country's members out. Gates can still be taken away. */
const addsAgeGate = (before: SiteSettings, after: SiteSettings): boolean =>
  Object.entries(after.age_assurance).some(
    ([country, gate]) => gate !== 'off' && gate !== before.age_assurance[country],
  );

/**
 * The settings after the change. The requested site language stays even if the languages do not contain it,
 * so that the contradiction is reported.
 */
function merged(before: Record<string, unknown>, wanted: Map<string, unknown>) {
  const after = { ...before, ...Object.fromEntries(wanted) };
  for (const [key, value] of wanted) if (value === null) delete after[key];
  const settings = settingsFrom(after);
  const own = after['domain_language'];
  return {
    ...settings,
    domain_language: (own ?? settingTable.domain_language.default) as typeof settings.domain_language,
  };
}
