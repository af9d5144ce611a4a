import { useEffect, useRef, useState } from 'react';
import type { Chat } from '#contract/chat/conversations.ts';
import { VOICE_SECONDS } from '#contract/rules/chat-rules.ts';
import type { Attached } from '#web/chat/attached.ts';
import { quoteOf } from '#web/chat/chat-query.ts';
import { prepareToKeep, useOutbox } from '#web/chat/outbox/outbox.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconSend, IconTrash, IconX } from '#web/ui/icons.ts';
import { VoicePlayer } from '#web/ui/voice/player.tsx';
import type { CaptureFault, CaptureState, Recording } from '#web/ui/voice/recorder/capture.ts';
import { useEscape, useFocus } from '#web/ui/voice/recorder/hooks.ts';
import {
  Announcement,
  Controls,
  Fault,
  Meter,
  StopButton,
  type RunningCapture,
} from '#web/ui/voice/recorder/parts.tsx';
import { useCapture } from '#web/ui/voice/recorder/use-capture.ts';
import type { Obstacle } from '../composer-notice.tsx';
import type { MessagePrices, VoicePress } from '../composer-tools.tsx';
import { PriceMark } from '../price.tsx';
import { useHold } from './use-hold.ts';
import styles from '#web/ui/voice/recorder/recorder.module.css';
import composerStyles from '../composer.module.css';

interface RecorderProps {
  chat: Chat;
  attached: Attached | null;
  onAttach: (attached: null) => void;
  about: string | null;
  onAbout: (about: null) => void;
  prices: MessagePrices;
  /** The member cannot write here now. */
  obstacle: Obstacle;
  pauseRuns: boolean;
  press: VoicePress;
  onClose: () => void;
}

/** The script of this file came so late that the member no longer expects a recording to start. */
const LATE_MS = 15_000;

/** A recording can be sent offline, when these could not be loaded any more. */
const loadForSending = () =>
  Promise.all([
    import('#web/chat/outbox/unsent-file.tsx'),
    import('#web/chat/outbox/unsent-voice.tsx'),
    import('#web/chat/outbox/send-files.ts'),
  ]).catch(() => {});

/** Replaces the composer's form: records from the press on, plays the recording, and sends it. */
export default function VoiceRecorder(props: RecorderProps) {
  const { press, onClose } = props;
  const [late] = useState(() => performance.now() - press.timeStamp > LATE_MS);
  useEffect(() => {
    if (late) onClose();
  }, [late, onClose]);
  return late ? null : <OpenRecorder {...props} />;
}

function OpenRecorder(props: RecorderProps) {
  const { chat, press, onClose } = props;
  const { t } = useTranslation('voice');
  const panel = useRef<HTMLDivElement>(null);
  const { state, stop, again } = useCapture(VOICE_SECONDS);
  const { held } = useHold(press, stop, onClose);
  const { step } = state;
  const hint = useHint();
  useEffect(() => {
    prepareToKeep();
    void loadForSending();
  }, []);
  useEscape(step === 'done' ? null : onClose);
  useFocus(panel, step, press.target);

  return (
    <div
      ref={panel}
      className={styles['recorder']}
      role="group"
      aria-label={t('recorder', { name: chat.profile.name })}
      data-recorder=""
    >
      <Announcement state={state} mostSeconds={VOICE_SECONDS} />
      {state.step === 'fault' ? (
        <RecorderFault fault={state.fault} onAgain={again} onClose={onClose} />
      ) : state.step === 'done' ? (
        <Preview {...props} state={state} />
      ) : (
        <>
          <Controls onDelete={onClose} label={t('common:cancel')} icon={<IconX size={22} />}>
            <Meter state={state} />
            <StopButton onStop={stop} />
          </Controls>
          <p className={styles['hint']}>{hint(state, held)}</p>
        </>
      )}
    </div>
  );
}

function useHint() {
  const { t } = useTranslation('voice');
  return (state: RunningCapture, held: boolean): string => {
    if (state.step === 'asking') return t('asking');
    if (state.quiet) return t('quiet');
    return held ? t('release') : t('most', { minutes: VOICE_SECONDS / 60 });
  };
}

interface FaultProps {
  fault: CaptureFault;
  onAgain: () => void;
  onClose: () => void;
}

function RecorderFault({ fault, onAgain, onClose }: FaultProps) {
  const { t } = useTranslation(['voice', 'errors']);
  return (
    <Fault text={fault === 'silent' ? t('errors:error.voice_silent') : t(`fault.${fault}`)}>
      {fault !== 'unsupported' && (
        <Button size="s" look="secondary" onClick={onAgain} data-first="">
          {t('common:retry')}
        </Button>
      )}
      <Button size="s" look="quiet" onClick={onClose}>
        {t('common:close')}
      </Button>
    </Fault>
  );
}

type PreviewProps = RecorderProps & { state: Extract<CaptureState, { step: 'done' }> };

function Preview({ state: { recording, end }, ...props }: PreviewProps) {
  const { t } = useTranslation(['voice', 'chat']);
  const send = useSend(props);
  const { file, ...heard } = recording;
  return (
    <>
      {end !== 'stopped' && (
        <p className={styles['note']} role="status">
          {t(end, { minutes: VOICE_SECONDS / 60 })}
        </p>
      )}
      <Controls onDelete={props.onClose} label={t('delete')} icon={<IconTrash size={22} />}>
        <div className={styles['preview']}>
          <VoicePlayer source={file} {...heard} />
        </div>
        <button
          type="button"
          className={composerStyles['send']}
          disabled={!!props.obstacle || props.pauseRuns}
          onClick={() => send(recording)}
        >
          <IconSend size={20} aria-hidden="true" />
          <span className={composerStyles['word']}>{t('chat:composer.send')}</span>
          <PriceMark credits={props.prices.voice} />
        </button>
      </Controls>
    </>
  );
}

function useSend({ chat, attached, onAttach, about, onAbout, onClose }: RecorderProps) {
  const outbox = useOutbox();
  return ({ file, waveform, durationMs }: Recording) => {
    outbox.add({
      profile: chat.profile.id,
      kind: 'voice',
      file,
      waveform,
      duration_ms: durationMs,
      ...(attached && { quote: quoteOf(attached.message) }),
      ...(about !== null && { about }),
    });
    onAttach(null);
    onAbout(null);
    onClose();
  };
}
