import { sql } from 'kysely';
import { createSigner } from '../../platform/signing.ts';
import type { VoicePart, VoiceRow } from '../../profiles/index.ts';

/** Players can cache a recording because its address stays the same for three hours. Each is valid for three to six. */
const LIFETIME_SECONDS = 6 * 3600;

export function createVoicePart(secret: string): VoicePart {
  const signer = createSigner(secret, 'voice-intros');
  return {
    introColumn: sql<VoiceRow>`
      (select json_build_object('id', intro.id, 'duration_ms', intro.duration_ms, 'waveform', intro.waveform)
        from voice_intros intro where intro.member_id = p.id and intro.status = 'active' and p.kind = 'member') as voice_intro`,
    present: ({ id, duration_ms, waveform }) => ({
      id,
      filename: `/voice-intros/${id}?s=${signer.sign(String(id), LIFETIME_SECONDS)}`,
      duration_ms,
      waveform,
    }),
    isValid: (id, signature) => signer.verify(String(id), signature),
  };
}
