import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { offeredGenders } from '#contract/lists/genders.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { offAtFirst } from '#contract/lists/notifications.ts';
import { addressKey, type AddressKey } from '#contract/rules/account-rules.ts';
import { importAccount } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { one, inTransaction, isTaken, type Db } from '../platform/database/index.ts';
import { createProfile, setProfileStatus } from '../profiles/index.ts';
import { siteOf } from '../site-settings/index.ts';
import { keyOf, memberOfRow, neededColumns, type ImportedMember } from './member-row.ts';
import type { Report } from './report.ts';
import { readRows } from './rows.ts';

const BESIDE = 8;

export interface ImportOptions {
  site: string | null;
  dryRun: boolean;
}

/** The database stores only this hash of a member's id on the other site. */
export const hashOfExternal = (externalId: string): Buffer =>
  createHash('sha256').update(`import ${externalId}`).digest();

/** The member imported under this external id, or null. 0 if the member was erased in the meantime. */
export async function memberOfExternal(db: Db, externalId: string): Promise<number | null> {
  const { rows } = await sql<{ member: number }>`
    select coalesce(m.id, 0) as member from imported_members i left join members m on m.id = i.member_id where i.external_hash = ${hashOfExternal(externalId)}`.execute(
    db,
  );
  return rows[0]?.member ?? null;
}

/**
 * Imports the members of `members.csv`. Each row is written completely or not at all; an invalid row is
 * reported and does not stop the others. A row that was imported before is left unchanged. No mail is sent.
 * Returns the external ids of the valid rows.
 */
export async function importMembers(
  app: Pick<App, 'db' | 'parts'>,
  file: string,
  { site, dryRun }: ImportOptions,
  report: Report,
): Promise<Set<string>> {
  const { settings, pool } = await siteOf(app, site ?? undefined);
  const row = await one(sql<{ now: Date }>`select app_now() as now`.execute(app.db));
  const rules = {
    minAge: settings.min_age,
    genders: offeredGenders(settings.more_genders),
    now: row.now,
    language: settings.domain_language as Locale,
  };
  const fine = new Set<string>();
  const emails = new Set<string>();
  let beside: Promise<void>[] = [];
  for await (const { line, values } of readRows(file, neededColumns)) {
    const read = memberOfRow(values, rules);
    const id = values['external_id'] ?? '';
    const at = { file: 'members.csv', line, id };
    if ('faults' in read) report.refused(at, read.faults);
    else if (fine.has(id)) report.refused(at, ['external_id: stands in the file twice']);
    else if (emails.has(keyOf(read.member))) report.refused(at, ['email: stands in the file twice']);
    else {
      fine.add(id);
      emails.add(keyOf(read.member));
      beside.push(
        writeMember(app, { ...read.member, key: addressKey(pool.id, read.member.email) }, site, dryRun).then(
          (outcome) => {
            if (outcome === 'email_taken') fine.delete(id);
            if (outcome === 'email_taken') report.refused(at, ['email: has an account here']);
            else report.took(at, outcome, read.notes);
          },
        ),
      );
    }
    if (beside.length >= BESIDE) {
      await Promise.all(beside);
      beside = [];
    }
  }
  await Promise.all(beside);
  return fine;
}

async function writeMember(
  app: Pick<App, 'db'>,
  member: ImportedMember & { key: AddressKey },
  host: string | null,
  dryRun: boolean,
): Promise<'new' | 'there' | 'email_taken'> {
  if ((await memberOfExternal(app.db, member.externalId)) !== null) return 'there';
  if (dryRun) {
    const { rows } = await sql`select from members where email_key = ${member.key}`.execute(app.db);
    return rows.length > 0 ? 'email_taken' : 'new';
  }
  try {
    await inTransaction(app.db, async (tx) => {
      const id = await importAccount(tx, { ...member, host, notificationsDisabled: offAtFirst });
      await createProfile(tx, { id, ...member.profile });
      if (member.confirmedAt) await setProfileStatus(tx, id, 'active');
      await sql`insert into imported_members (external_hash, member_id) values (${hashOfExternal(member.externalId)}, ${id})`.execute(
        tx,
      );
    });
    return 'new';
  } catch (error) {
    if (isTaken(error, 'members_email_key_key')) return 'email_taken';
    if (isTaken(error, 'imported_members_pkey')) return 'there';
    throw error;
  }
}
