import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { UnsentMessage } from '#web/session/unsent-db.ts';
import { VoicePlayer } from '#web/ui/voice/player.tsx';
import styles from '#web/messages/bubble.module.css';

interface UnsentVoiceProps {
  unsent: Extract<UnsentMessage, { kind: 'voice' }>;
  above?: ReactNode;
}

export default function UnsentVoice({ unsent, above }: UnsentVoiceProps) {
  const { t } = useTranslation('voice');
  const { file, waveform, duration_ms, state, progress = 0 } = unsent;
  const share = Math.round(progress * 100);
  return (
    <div className={styles['bubble']}>
      {above}
      <VoicePlayer
        source={file}
        waveform={waveform}
        durationMs={duration_ms}
        note={
          state !== 'failed' && (
            <progress max={100} value={share} aria-label={t('uploading')}>
              {share}%
            </progress>
          )
        }
      />
    </div>
  );
}
