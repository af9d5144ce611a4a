import { sql } from 'kysely';
import type { WaitingAppeal } from '#contract/moderation/appeals.ts';
import type { VoiceIntro } from '#contract/voice/voice-intro.ts';
import type { App } from '../../platform/app.ts';
import { one } from '../../platform/database/index.ts';
import { nextPage } from '../../platform/database/next-page.ts';
import type { MemberSession } from '../../platform/http/context.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { appealInSites } from '../../site-scope/index.ts';
import { measureColumns, measureJoins, presentMeasure, type MeasureRow } from '../measures/measure-row.ts';

const PAGE = 30;

const LIST = 'appeals';

interface Row extends Partial<MeasureRow> {
  appeal_id: number;
  body: string;
  at: Date;
  member_id: number | null;
  member_name: string | null;
  complaint: WaitingAppeal['complaint'];
  evidence: number | null;
  photo_id: number | null;
  voice_intro: Omit<VoiceIntro, 'filename'> | null;
  decided_by: number | null;
}

/**
 * GET /api/admin/appeals: open appeals, oldest first, with the removed photo or voice introduction and the complaint whose evidence
 * `adminComplaint` returns, so that the reviewer sees what was decided about.
 */
export async function waitingAppeals(
  { db, parts }: Pick<App, 'db' | 'parts'>,
  { memberId: operator, sites }: Pick<MemberSession, 'memberId' | 'sites'>,
  cursor?: string,
): Promise<{ appeals: WaitingAppeal[]; waiting: number; next: string | null }> {
  const [after] = readCursor(LIST, cursor, 1) ?? [0];
  const [{ rows }, total] = await Promise.all([
    sql<Row>`
      select ap.id as appeal_id, ap.body, ap.created_at as at, ap.member_id, who.name as member_name, c.decided_by, ${measureColumns},
        coalesce(ap.complaint_id, m.complaint_id) as evidence, photo.id as photo_id,
        case when v.id is not null then json_build_object('id', v.id, 'duration_ms', v.duration_ms, 'waveform', v.waveform) end as voice_intro,
        case when c.id is not null then json_build_object('id', c.id, 'category', c.category, 'text', c.body, 'outcome', c.outcome, 'note', c.note) end as complaint
      from appeals ap left join profiles who on who.id = ap.member_id left join complaints c on c.id = ap.complaint_id
        left join (${measureJoins}) on m.id = ap.measure_id left join photos photo on photo.id = (m.undo ->> 'photo')::bigint left join voice_intros v on v.id = (m.undo ->> 'voice_intro')::bigint
      where ap.state = 'open' and ap.id > ${after} and ${appealInSites(sites)} order by ap.id limit ${PAGE + 1}`.execute(
      db,
    ),
    one(
      sql<{
        waiting: number;
      }>`select count(*)::int as waiting from appeals ap where ap.state = 'open' and ${appealInSites(sites)}`.execute(
        db,
      ),
    ),
  ]);
  const page = rows.slice(0, PAGE);
  return {
    appeals: page.map((row) => ({
      id: row.appeal_id,
      text: row.body,
      created_at: row.at.toISOString(),
      member: row.member_id === null ? null : { id: row.member_id, name: row.member_name },
      measure: row.id ? presentMeasure(pickMeasure(row as Row & MeasureRow)) : null,
      photo: row.photo_id === null ? null : parts.photos.address(row.photo_id),
      ...(row.voice_intro && { voice_intro: parts.voice.present(row.voice_intro) }),
      evidence: row.evidence,
      complaint: row.complaint,
      own: operator === row.member_id || operator === (row.operator_id ?? row.decided_by),
    })),
    waiting: total.waiting,
    next: nextPage(rows, PAGE, (last) => writeCursor(LIST, [last.appeal_id])),
  };
}

const pickMeasure = ({
  id,
  kind,
  ground,
  facts,
  operator,
  operator_id,
  until,
  created_at,
  ended_at,
  appeal: state,
}: MeasureRow): MeasureRow => ({
  id,
  kind,
  ground,
  facts,
  operator,
  operator_id,
  until,
  created_at,
  ended_at,
  appeal: state,
});
