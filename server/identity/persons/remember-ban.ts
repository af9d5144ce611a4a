import { sql } from 'kysely';
import { LEAST_PDQ_QUALITY } from '#contract/photos/pdq-rules.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { holdAccount } from './hold-account.ts';
import { noteMark, type MarkKind } from './person-marks.ts';

type Parts = Pick<App, 'config' | 'db' | 'events' | 'jobs' | 'parts'>;

interface Ban {
  measure: number;
  member: number;
  /** End of a suspension. A ban is remembered for the site's `ban_memory_days`. */
  until: Date | null;
}

/**
 * Remembers what identifies a banned or suspended member, so that other accounts of the same person are
 * recognised, and holds those that exist already.
 */
export async function rememberBan(app: Parts, tx: Tx, { measure, member, until }: Ban): Promise<void> {
  const account = await tx
    .selectFrom('members')
    .where('id', '=', member)
    .select(['email', 'confirmed_at', 'host'])
    .executeTakeFirstOrThrow();
  // An account older than `person_marks` would get its mail mark only at its next login.
  if (account.email && account.confirmed_at)
    await noteMark(app, tx, member, { kind: 'mail', value: account.email });
  const { ban_memory_days: days } = await settingsOf(app, account.host ?? undefined);
  const end = sql`coalesce(${until}::timestamptz, app_now() + ${days} * interval '1 day')`;
  await sql`
    insert into banned_marks (measure_id, member_id, kind, hash, until)
    select ${measure}, ${member}, kind, hash, ${end} from person_marks where member_id = ${member}`.execute(
    tx,
  );
  await sql`
    insert into banned_marks (measure_id, member_id, kind, fingerprint, pdq, until)
    select ${measure}, ${member}, 'picture', fingerprint, case when pdq_quality >= ${LEAST_PDQ_QUALITY} then pdq end, ${end} from (
      select fingerprint, pdq, pdq_quality from photos where member_id = ${member} and fingerprint is not null
      union select fingerprint, pdq, pdq_quality from verifications where member_id = ${member} and fingerprint is not null) pictures`.execute(
    tx,
  );
  const { rows: others } = await sql<{ member: number; kind: MarkKind }>`
    select distinct other.member_id as member, other.kind from person_marks mine
      join person_marks other on other.kind = mine.kind and other.hash = mine.hash and other.member_id <> mine.member_id
      where mine.member_id = ${member}`.execute(tx);
  for (const other of others)
    await holdAccount(app, tx, { member: other.member, reason: `banned_${other.kind}`, related: member });
}
