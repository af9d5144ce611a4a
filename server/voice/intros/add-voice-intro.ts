import { sql } from 'kysely';
import { INTRO_BYTES, INTRO_SECONDS } from '#contract/voice/limits.ts';
import { dropFiles } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { keepVoice } from '../keep-voice.ts';
import { remuxVoice, type RecordingLimits } from '../remux-voice.ts';
import { lockOwner } from './lock-owner.ts';

export interface NewVoiceIntro {
  member: number;
  /** A repeated upload with the same id changes nothing. */
  clientId: string;
  waveform: string;
  content: Buffer;
}

const limits: RecordingLimits = {
  bytes: INTRO_BYTES,
  // Browsers end a recording a little after they are told to.
  seconds: INTRO_SECONDS + 0.5,
  tooLong: () => refuse('voice_intro_too_long', { seconds: INTRO_SECONDS }),
};

/**
 * Stores a voice introduction for inspection. It replaces one that waits or was refused; an approved one stays until this
 * one is approved (docs/product.md 6.24). Throws the errors of `remuxVoice`, and `storage_full` or `unavailable` if the
 * recording cannot be stored.
 */
export async function addVoiceIntro(
  app: Pick<App, 'db' | 'events' | 'jobs' | 'storage'>,
  intro: NewVoiceIntro,
): Promise<void> {
  if (await isKnown(app.db, intro)) return;
  const voice = await remuxVoice(intro.content, `member ${intro.member}`, limits);
  const folder = await keepVoice(app, voice);
  try {
    const isNew = await inTransaction(app.db, async (tx) => {
      await lockOwner(tx, intro.member);
      if (await isKnown(tx, intro)) return false;
      const { rows: replaced } = await sql<{ storage_key: string }>`
        delete from voice_intros where member_id = ${intro.member} and status <> 'active' returning storage_key`.execute(
        tx,
      );
      await sql`
        insert into voice_intros (member_id, client_id, storage_key, duration_ms, waveform)
        values (${intro.member}, ${intro.clientId}, ${folder}, ${voice.durationMs}, ${intro.waveform})`.execute(
        tx,
      );
      for (const { storage_key } of replaced) await dropFiles(app, tx, storage_key);
      return true;
    });
    if (isNew) app.events.emit(intro.member, 'changed', { what: 'voiceIntros' });
    else await dropFiles(app, app.db, folder);
  } catch (error) {
    await dropFiles(app, app.db, folder).catch(() => {});
    throw error;
  }
}

async function isKnown(db: Db, { member, clientId }: NewVoiceIntro): Promise<boolean> {
  const { rows } =
    await sql`select from voice_intros where member_id = ${member} and client_id = ${clientId}`.execute(db);
  return rows.length > 0;
}
