import { useEffect, useEffectEvent, useRef } from 'react';
import { INTRO_SECONDS } from '#contract/voice/limits.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconX } from '#web/ui/icons.ts';
import type { CaptureFault } from '#web/ui/voice/recorder/capture.ts';
import { useEscape, useFocus } from '#web/ui/voice/recorder/hooks.ts';
import { Announcement, Controls, Fault, Meter, StopButton } from '#web/ui/voice/recorder/parts.tsx';
import { useCapture } from '#web/ui/voice/recorder/use-capture.ts';
import type { IntroDraft } from './use-intro-draft.ts';
import styles from '#web/ui/voice/recorder/recorder.module.css';

interface IntroRecorderProps {
  /** The button that opened it. */
  opener: EventTarget;
  onDone: (draft: IntroDraft) => void;
  onClose: () => void;
}

/** Records as soon as it is shown. */
export default function IntroRecorder({ opener, onDone, onClose }: IntroRecorderProps) {
  const { t } = useTranslation(['voice_intro', 'voice', 'common']);
  const panel = useRef<HTMLDivElement>(null);
  const { state, stop, again } = useCapture(INTRO_SECONDS);
  useEscape(onClose);
  useFocus(panel, state.step, opener);
  const hasDone = useEffectEvent(onDone);
  useEffect(() => {
    if (state.step === 'done')
      hasDone({ recording: state.recording, end: state.end, clientId: crypto.randomUUID() });
  }, [state]);
  return (
    <div
      ref={panel}
      className={styles['recorder']}
      role="group"
      aria-label={t('voice_intro:recorder')}
      data-recorder=""
    >
      <Announcement state={state} mostSeconds={INTRO_SECONDS} />
      {state.step === 'fault' ? (
        <IntroFault fault={state.fault} onAgain={again} onClose={onClose} />
      ) : (
        state.step !== 'done' && (
          <>
            <Controls onDelete={onClose} label={t('common:cancel')} icon={<IconX size={22} />}>
              <Meter state={state} />
              <StopButton onStop={stop} />
            </Controls>
            <p className={styles['hint']}>
              {state.step === 'asking'
                ? t('voice:asking')
                : state.quiet
                  ? t('voice:quiet')
                  : t('voice_intro:most', { seconds: INTRO_SECONDS })}
            </p>
          </>
        )
      )}
    </div>
  );
}

interface IntroFaultProps {
  fault: CaptureFault;
  onAgain: () => void;
  onClose: () => void;
}

function IntroFault({ fault, onAgain, onClose }: IntroFaultProps) {
  const { t } = useTranslation(['voice_intro', 'voice', 'errors', 'common']);
  const text =
    fault === 'silent'
      ? t('errors:error.voice_silent')
      : fault === 'short' || fault === 'unsupported'
        ? t(`voice_intro:${fault}`)
        : t(`voice:fault.${fault}`);
  return (
    <Fault text={text}>
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
