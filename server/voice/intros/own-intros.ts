import { sql } from 'kysely';
import type { VoiceIntroRefusal } from '#contract/photos/refusal-reasons.ts';
import type { OwnVoiceIntros } from '#contract/voice/calls.ts';
import type { App } from '../../platform/app.ts';

interface Row {
  id: number;
  duration_ms: number;
  waveform: string;
  status: 'inspecting' | 'active' | 'refused';
  refusal_reason: VoiceIntroRefusal | null;
}

/** The member's approved introduction, and the newest one that waits or was refused. */
export async function ownIntros(
  { db, parts }: Pick<App, 'db' | 'parts'>,
  member: number,
): Promise<OwnVoiceIntros> {
  const { rows } = await sql<Row>`
    select id, duration_ms, waveform, status, refusal_reason from voice_intros where member_id = ${member} order by id desc`.execute(
    db,
  );
  const current = rows.find(({ status }) => status === 'active');
  const next = rows.find(({ status }) => status !== 'active');
  return {
    current: current ? parts.voice.present(current) : null,
    next:
      next && next.status !== 'active'
        ? { ...parts.voice.present(next), status: next.status, refusal_reason: next.refusal_reason }
        : null,
  };
}
