import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Chat } from '#contract/chat/conversations.ts';
import { VOICE_SECONDS } from '#contract/rules/chat-rules.ts';
import type { Attached } from '#web/chat/attached.ts';
import { quoteOf } from '#web/chat/chat-query.ts';
import { prepareToKeep, useOutbox } from '#web/chat/outbox/outbox.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { IconMicrophone, IconSend, IconStop, IconTrash, IconX } from '#web/ui/icons.ts';
import { clock } from '#web/ui/voice/clock.ts';
import { VoicePlayer } from '#web/ui/voice/player.tsx';
import type { Obstacle } from '../composer-notice.tsx';
import type { MessagePrices, VoicePress } from '../composer-tools.tsx';
import { PriceMark } from '../price.tsx';
import { SHOWN_LEVELS, type CaptureFault, type CaptureState, type Recording } from './capture.ts';
import { useCapture } from './use-capture.ts';
import { useHold } from './use-hold.ts';
import composerStyles from '../composer.module.css';
import styles from './recorder.module.css';

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
const LAST_SECONDS = 10;
const ANNOUNCED_EVERY_SECONDS = 30;

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
  const { state, stop, again } = useCapture();
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
      <Announcement state={state} />
      {state.step === 'fault' ? (
        <Fault fault={state.fault} onAgain={again} onClose={onClose} />
      ) : state.step === 'done' ? (
        <Preview {...props} state={state} />
      ) : (
        <>
          <Controls onDelete={onClose} label={t('common:cancel')} icon={<IconX size={22} />}>
            <Meter state={state} />
            <button
              type="button"
              className={styles['stop']}
              aria-label={t('stop')}
              onClick={stop}
              data-first=""
            >
              <IconStop size={22} aria-hidden="true" />
            </button>
          </Controls>
          <p className={styles['hint']}>{hint(state, held)}</p>
        </>
      )}
    </div>
  );
}

type Running = Extract<CaptureState, { step: 'asking' | 'recording' }>;

function useHint() {
  const { t } = useTranslation('voice');
  return (state: Running, held: boolean): string => {
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

function Fault({ fault, onAgain, onClose }: FaultProps) {
  const { t } = useTranslation(['voice', 'errors']);
  return (
    <>
      <p className={styles['fault']} role="alert">
        <IconMicrophone size={20} aria-hidden="true" />
        {fault === 'silent' ? t('errors:error.voice_silent') : t(`fault.${fault}`)}
      </p>
      <span className={styles['ways']}>
        {fault !== 'unsupported' && (
          <Button size="s" look="secondary" onClick={onAgain} data-first="">
            {t('common:retry')}
          </Button>
        )}
        <Button size="s" look="quiet" onClick={onClose}>
          {t('common:close')}
        </Button>
      </span>
    </>
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

function Controls({
  onDelete,
  label,
  icon,
  children,
}: {
  onDelete: () => void;
  label: string;
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles['controls']}>
      <IconButton label={label} onClick={onDelete}>
        {icon}
      </IconButton>
      {children}
    </div>
  );
}

function Meter({ state }: { state: Running }) {
  const { durationMs, levels } = state.step === 'recording' ? state : { durationMs: 0, levels: [] };
  return (
    <div className={styles['meter']}>
      <i className={styles['dot']} data-on={state.step === 'recording' || undefined} />
      <span role="timer">{clock(Math.floor(durationMs / 1000) * 1000)}</span>
      <div className={styles['levels']} aria-hidden="true">
        {Array.from({ length: SHOWN_LEVELS }, (_, place) => (
          <i key={place} style={{ height: `${8 + (levels.at(place - SHOWN_LEVELS) ?? 0) * 92}%` }} />
        ))}
      </div>
    </div>
  );
}

/** Tells screen readers of the start, each half minute, the last seconds and the end. */
function Announcement({ state }: { state: CaptureState }) {
  const { t } = useTranslation('voice');
  const seconds = state.step === 'recording' ? Math.floor(state.durationMs / 1000) : 0;
  const last = seconds >= VOICE_SECONDS - LAST_SECONDS;
  const half = seconds - (seconds % ANNOUNCED_EVERY_SECONDS);
  const text =
    state.step === 'recording'
      ? last
        ? t('last', { count: LAST_SECONDS })
        : half > 0
          ? clock(half * 1000)
          : t('started')
      : state.step === 'done'
        ? t('stopped', { length: clock(state.recording.durationMs) })
        : '';
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
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

/** Escape calls `onEscape`, wherever the focus is, unless a dialog is open. */
function useEscape(onEscape: (() => void) | null) {
  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog:modal')) return;
    onEscape?.();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => escape(event);
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** Each step focuses its first control, and the end the button that opened the recorder. */
function useFocus(
  panel: React.RefObject<HTMLDivElement | null>,
  step: CaptureState['step'],
  pressed: EventTarget,
) {
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('[data-first]')?.focus({ preventScroll: true });
  }, [panel, step]);
  useEffect(() => {
    const opener = pressed instanceof Element ? pressed.closest('button') : null;
    return () => void requestAnimationFrame(() => opener?.focus({ preventScroll: true }));
  }, [pressed]);
}
