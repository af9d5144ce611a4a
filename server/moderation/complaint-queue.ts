import { sql } from 'kysely';
import type { ComplaintCategory } from '#contract/lists/complaints.ts';
import type { ComplaintFile, WaitingComplaint } from '#contract/moderation/complaints.ts';
import type { App } from '../platform/app.ts';
import { one, inTransaction, type Db } from '../platform/database/index.ts';
import type { AuditNote, MemberSession } from '../platform/http/context.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { refuse } from '../platform/http/refusal.ts';
import { profileCardMap } from '../profiles/index.ts';
import {
  complaintInLanguages,
  complaintInSites,
  memberInSites,
  ofMemberInSites,
} from '../site-scope/index.ts';
import { operatorView } from '../visibility/index.ts';
import { isClaimed, isUndecided } from './complaint-list/complaint-claim.ts';
import { stateOf } from './complaints-of.ts';
import { introsIn, subjectFolders, voiceFolders, type Evidence } from './evidence.ts';
import { unfoundedComplaints } from './misuse/unfounded-complaints.ts';

const PAGE = 50;

interface Row {
  id: number;
  category: ComplaintCategory;
  status: string;
  /** 0 is the highest priority: trusted flaggers. */
  priority: number;
  created_at: Date;
  taken_by: number | null;
  taken_name: string | null;
  trusted: boolean;
}

const columns = sql`c.id, c.category, c.status, c.priority, c.created_at, c.trusted_flagger_id is not null as trusted,
  taken.id as taken_by, taken.name as taken_name`;
const takers = sql`left join profiles taken on taken.id = c.taken_by and ${isClaimed}`;

const present = (row: Row, operator: number): WaitingComplaint => ({
  id: row.id,
  category: row.category,
  state: stateOf(row.status),
  urgent: row.priority <= 1,
  trusted_flagger: row.trusted,
  priority: row.priority,
  created_at: row.created_at.toISOString(),
  taken_by: row.taken_name,
  mine: row.taken_by === operator,
});

/**
 * GET /api/admin/complaints: undecided complaints, highest priority first, then longest waiting. Contains no
 * personal data.
 */
export async function waitingComplaints(
  db: Db,
  { memberId: operator, sites, languages }: Pick<MemberSession, 'memberId' | 'sites' | 'languages'>,
  cursor?: string,
): Promise<{ complaints: WaitingComplaint[]; waiting: number; next: string | null }> {
  const waits = sql`${isUndecided} and ${complaintInSites(sites)} and ${complaintInLanguages(languages)}`;
  const [priority = -1, after = 0] = readCursor('complaint queue', cursor, 2) ?? [];
  const [{ rows }, total] = await Promise.all([
    sql<Row>`
      select ${columns} from complaints c ${takers}
      where ${waits} and (c.priority, c.id) > (${priority}, ${after})
      order by c.priority, c.id limit ${PAGE + 1}`.execute(db),
    one(
      sql<{
        waiting: number;
      }>`select count(*)::int as waiting from complaints c where ${waits}`.execute(db),
    ),
  ]);
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  return {
    complaints: shown.map((row) => present(row, operator)),
    waiting: total.waiting,
    next: rows.length > PAGE && last ? writeCursor('complaint queue', [last.priority, last.id]) : null,
  };
}

/**
 * GET /api/admin/complaint: a complaint with the evidence copied when it arrived. A reporter of a site that the
 * operator does not work for stays without address. Throws `not_found` if it does not exist.
 */
export async function complaintFile(
  app: Pick<App, 'db' | 'parts'>,
  { memberId: operator, sites }: Pick<MemberSession, 'memberId' | 'sites'>,
  id: number,
): Promise<ComplaintFile> {
  const { rows } = await sql<
    Row &
      ReporterRow & {
        body: string;
        content_url: string | null;
        evidence: Evidence;
        evidence_folders: string[];
        member_language: string | null;
        about_count: number;
        photo_id: number | null;
        message_id: number | null;
        voice_intro_id: number | null;
        profile_id: number | null;
        closable: boolean;
      }
  >`
    select ${columns}, c.body, c.content_url, c.evidence, c.evidence_folders, c.reporter_id, coalesce(c.reporter_name, reporter.name) as reporter_name, coalesce(c.reporter_email, case when ${memberInSites(sites)} then m.email end) as reporter_email, coalesce(c.locale, m.language) as reporter_language,
      (select language from members a where a.id = c.profile_id) as member_language,
      (select count(*)::int from complaints o where o.reporter_id = c.reporter_id and ${ofMemberInSites(sites, sql`o.reporter_id`)}) as reporter_count,
      ${unfoundedComplaints(sql`c.reporter_id`)} as unfounded_count,
      (select count(*)::int from complaints o where o.profile_id = c.profile_id) as about_count, c.photo_id, c.message_id, c.voice_intro_id, c.profile_id,
      exists (select from members a where a.id = c.profile_id and a.roles = '{}' and a.status <> 'banned') as closable
    from complaints c ${takers} left join members m on m.id = c.reporter_id left join profiles reporter on reporter.id = c.reporter_id
    where c.id = ${id}`.execute(app.db);
  const row = rows[0];
  if (!row) throw refuse('not_found');
  const { message, profile } = row.evidence;
  const subjects = subjectFolders(row.evidence);
  const voices = voiceFolders(row.evidence);
  const cards =
    row.profile_id === null ? null : await profileCardMap(app, operatorView(operator), [row.profile_id]);
  return {
    ...present(row, operator),
    text: row.body,
    content_url: row.content_url,
    reporter: reporterOf(row),
    member: (row.profile_id !== null && cards?.get(row.profile_id)) || null,
    member_language: row.member_language,
    complaints_about: row.about_count,
    can_remove: row.photo_id !== null || row.message_id !== null || row.voice_intro_id !== null,
    can_close: row.closable,
    profile: profile
      ? {
          name: profile.name,
          city: profile.city,
          about: profile.about,
          answers: (profile.prompts ?? []).map(({ answer }) => answer),
        }
      : null,
    pictures: row.evidence_folders.flatMap((folder, place) =>
      voices.includes(folder)
        ? []
        : [{ filename: `/complaint-files/${id}/${place}`, subject: subjects.includes(folder) }],
    ),
    recordings: introsIn(row.evidence).map(({ id: intro, storage_key, duration_ms, waveform }) => ({
      filename: `/complaint-voices/${id}/${row.evidence_folders.indexOf(storage_key)}`,
      duration_ms,
      waveform,
      subject: intro === row.voice_intro_id,
    })),
    messages: message ? messagesOf(message, id, row.evidence_folders) : [],
  };
}

interface ReporterRow {
  reporter_id: number | null;
  reporter_name: string | null;
  reporter_email: string | null;
  reporter_language: string | null;
  reporter_count: number;
  unfounded_count: number;
}

const reporterOf = (row: ReporterRow): ComplaintFile['reporter'] =>
  row.reporter_name || row.reporter_email
    ? {
        name: row.reporter_name,
        email: row.reporter_email,
        language: row.reporter_language,
        complaints: row.reporter_count,
        member: row.reporter_id,
        unfounded: row.unfounded_count,
      }
    : null;

const messagesOf = (
  { id, sender, messages }: NonNullable<Evidence['message']>,
  complaint: number,
  folders: readonly string[],
) =>
  messages.map(({ id: each, sender_id, kind, body, gift, created_at, former, reactions, voice, folder }) => ({
    id: each,
    theirs: sender_id === sender,
    subject: each === id,
    kind,
    text: body ?? gift,
    // Once the evidence is cleared, its folders are gone.
    ...(voice &&
      folder !== null &&
      folders.includes(folder) && {
        voice: { filename: `/complaint-voices/${complaint}/${folders.indexOf(folder)}`, ...voice },
      }),
    created_at: new Date(created_at).toISOString(),
    former: former?.map(({ text, until }) => ({ text, until: new Date(until).toISOString() })) ?? [],
    reactions: [reactions?.sender, reactions?.recipient].filter((emoji) => typeof emoji === 'string'),
  }));

/**
 * POST /api/admin/complaint: claims a complaint. Other operators see who handles it, and the reporter sees
 * that it is being handled. Throws `not_found` if it does not exist, and `conflict` while another operator
 * handles it.
 */
export async function takeComplaint(
  app: Pick<App, 'db' | 'events'>,
  { id: operator, audit }: { id: number; audit: AuditNote },
  id: number,
): Promise<void> {
  const reporter = await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ reporter_id: number | null; profile_id: number | null }>`
      update complaints c set status = 'in_review', taken_by = ${operator}, taken_at = app_now()
      where id = ${id} and ${isUndecided} and (taken_by = ${operator} or not ${isClaimed})
      returning reporter_id, profile_id`.execute(tx);
    if (!rows[0])
      throw refuse(
        (await tx.selectFrom('complaints').where('id', '=', id).select('id').executeTakeFirst())
          ? 'conflict'
          : 'not_found',
      );
    await audit(tx, { member: rows[0].profile_id, object: id });
    return rows[0].reporter_id;
  });
  if (reporter !== null) app.events.emit(reporter, 'changed', { what: 'complaints' });
}
