import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { OwnVoiceIntros } from '#contract/voice/calls.ts';
import { INTRO_SECONDS } from '#contract/voice/limits.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { sendForm } from '#web/photos/send-form.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconSend, IconTrash } from '#web/ui/icons.ts';
import { clock } from '#web/ui/voice/clock.ts';
import { VoicePlayer } from '#web/ui/voice/player.tsx';
import type { IntroDraft } from './use-intro-draft.ts';
import styles from '#web/ui/voice/recorder/recorder.module.css';

interface IntroPreviewProps {
  draft: IntroDraft;
  onSent: (intros: OwnVoiceIntros) => void;
  onDelete: () => void;
}

/** Plays a recording before it is sent. After a failure it is still here, and can be sent again. */
export default function IntroPreview({ draft, onSent, onDelete }: IntroPreviewProps) {
  const { t } = useTranslation(['voice_intro', 'voice']);
  const { errorText } = useErrorText();
  const panel = useRef<HTMLDivElement>(null);
  const { send, progress } = useSend(onSent);
  const { recording, end } = draft;
  const { waveform, durationMs } = recording;
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('[data-first]')?.focus({ preventScroll: true });
  }, []);
  return (
    <div
      ref={panel}
      className={styles['recorder']}
      role="group"
      aria-label={t('voice_intro:recorder')}
      data-recorder=""
    >
      <p className="visually-hidden" role="status">
        {t('voice:stopped', { length: clock(durationMs) })}
      </p>
      {end !== 'stopped' && (
        <p className={styles['note']} role="status">
          {end === 'limit' ? t('voice_intro:limit', { seconds: INTRO_SECONDS }) : t('voice:unplugged')}
        </p>
      )}
      <div className={styles['preview']}>
        <VoicePlayer
          title={t('voice_intro:title')}
          source={recording.file}
          waveform={waveform}
          durationMs={durationMs}
          note={
            send.isPending && (
              <progress max={100} value={progress} aria-label={t('voice_intro:sending')}>
                {progress}%
              </progress>
            )
          }
        />
      </div>
      <span className={styles['ways']}>
        <Button busy={send.isPending} icon={<IconSend size={20} />} onClick={() => send.mutate(draft)}>
          {t('voice_intro:send')}
        </Button>
        <Button look="quiet" icon={<IconTrash size={20} />} disabled={send.isPending} onClick={onDelete}>
          {t('voice:delete')}
        </Button>
      </span>
      {send.error && (
        <Alert tone="error">
          {errorText(send.error)} {t('voice_intro:kept')}
        </Alert>
      )}
    </div>
  );
}

function useSend(onSent: (intros: OwnVoiceIntros) => void) {
  const [progress, setProgress] = useState(0);
  const send = useMutation({
    // The member decides when it is sent again.
    retry: false,
    mutationFn({ recording: { file, waveform }, clientId }: IntroDraft) {
      const form = new FormData();
      form.set('client_id', clientId);
      form.set('waveform', waveform);
      form.set('file', file, 'file');
      setProgress(0);
      return sendForm<OwnVoiceIntros>('addVoiceIntro', form, {
        onProgress: (part) => setProgress(Math.round(part * 100)),
      });
    },
    onSuccess: onSent,
  });
  return { send, progress };
}
