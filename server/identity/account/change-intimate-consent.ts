import { sql } from 'kysely';
import { INTIMATE_CONSENT } from '#contract/rules/account-rules.ts';
import type { Tx } from '../../platform/database/index.ts';

/**
 * Stores a member's consent to the use of intimate data, or its withdrawal, with the version of its text.
 * Returns false if nothing changes.
 */
export async function changeIntimateConsent(tx: Tx, memberId: number, given: boolean): Promise<boolean> {
  const { rows } = await sql`
    with changed as (
      update members set
          intimate_consent_withdrawn_at = case when ${given} then null else app_now() end,
          intimate_consent_at = case when ${given} then app_now() else intimate_consent_at end,
          intimate_consent_version = case when ${given} then ${INTIMATE_CONSENT} else intimate_consent_version end
        where id = ${memberId} and (intimate_consent_withdrawn_at is null) <> ${given}
        returning id, intimate_consent_version
    )
    insert into privacy_choices (member_id, about, given, version)
      select id, 'intimate_data', ${given}, coalesce(intimate_consent_version, '') from changed returning id`.execute(
    tx,
  );
  return rows.length > 0;
}
