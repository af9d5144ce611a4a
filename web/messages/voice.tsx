import { type ReactNode, useRef, useState } from 'react';
import type { Message } from '#contract/chat/conversations.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { Listen } from '#web/messages/plain-message.tsx';
import { useApi } from '#web/session/use-session.ts';
import { IconHeadphones } from '#web/ui/icons.ts';
import { VoicePlayer } from '#web/ui/voice/player.tsx';
import styles from '#web/messages/bubble.module.css';

interface VoiceProps {
  voice: NonNullable<Message['voice']>;
  above?: ReactNode;
  /** Absent for the sender, and for operators who only read. */
  listen?: Listen | undefined;
}

export default function Voice({ voice, above, listen }: VoiceProps) {
  const { t } = useTranslation('voice');
  const api = useApi();
  const { id, filename, duration_ms, waveform, listened } = voice;
  // Each reply signs another address, and a new one would interrupt the recording.
  const [address, setAddress] = useState(filename);
  const marked = useRef(listened === true);

  async function markListened() {
    if (marked.current || !listen) return;
    marked.current = true;
    try {
      await (listen === 'member' ? api.call('voiceListened', { body: { voice: id } }) : listen(id));
    } catch {
      // The next time it is played marks it.
      marked.current = false;
    }
  }

  return (
    <div className={styles['bubble']}>
      {above}
      <VoicePlayer
        key={address}
        source={address}
        durationMs={duration_ms}
        waveform={waveform}
        note={
          listened && (
            <span>
              <IconHeadphones size={14} aria-hidden="true" />
              {t('listened')}
            </span>
          )
        }
        onPlay={() => void markListened()}
        onError={() => setAddress(filename)}
      />
    </div>
  );
}
