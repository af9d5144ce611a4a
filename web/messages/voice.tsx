import { type ReactNode, useRef, useState } from 'react';
import type { Message } from '#contract/chat/conversations.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { Listen } from './plain-message.tsx';
import styles from './bubble.module.css';

interface VoiceProps {
  voice: NonNullable<Message['voice']>;
  above?: ReactNode;
  listen?: Listen | undefined;
}

export default function Voice({ voice: { id, filename, duration_ms, listened }, above, listen }: VoiceProps) {
  const { t } = useTranslation('chat');
  // Each reply signs another address, and a new one would interrupt the recording.
  const [address, setAddress] = useState(filename);
  const marked = useRef(listened === true);
  const seconds = Math.max(1, Math.round(duration_ms / 1000));
  const length = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

  async function markListened() {
    if (marked.current || !listen) return;
    marked.current = true;
    try {
      await listen(id);
    } catch {
      // The next time it is played marks it.
      marked.current = false;
    }
  }

  return (
    <div className={styles['bubble']}>
      {above}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a member's recording has no captions */}
      <audio
        className={styles['voice']}
        controls
        preload="none"
        src={address}
        aria-label={`${t('list.voice')}, ${length}`}
        onError={() => setAddress(filename)}
        onPlay={() => void markListened()}
      />
    </div>
  );
}
