import { sql } from 'kysely';
import { SOURCE_TEXT } from '#contract/rules/account-rules.ts';
import type { Tx } from '../../platform/database/index.ts';

/**
 * Erases the advertising reference of an account and stores the objection to it. Returns false if the member
 * had objected before.
 */
export async function eraseSource(tx: Tx, memberId: number): Promise<boolean> {
  const { rows } = await sql`
    with changed as (
      update members set tracking = null, source_objected_at = app_now()
        where id = ${memberId} and source_objected_at is null returning id
    )
    insert into privacy_choices (member_id, about, given, version)
      select id, 'advertising_source', false, ${SOURCE_TEXT} from changed returning id`.execute(tx);
  return rows.length > 0;
}
