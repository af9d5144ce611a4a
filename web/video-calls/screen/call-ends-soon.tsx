import { useMutation } from '@tanstack/react-query';
import type { VideoCall } from '#contract/video-calls/calls.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useClock } from '#web/session/use-clock.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Button } from '#web/ui/button.tsx';
import { clock } from '#web/ui/voice/clock.ts';
import type { CallSession } from '../call-session.ts';
import { LAST_SECONDS } from '../call-state.ts';
import styles from './stage.module.css';

interface CallEndsSoonProps {
  session: CallSession;
  call: VideoCall;
  aheadMs: number;
}

/** In the last minute the inviter can extend, and both see how long the call still lasts. */
export function CallEndsSoon({ session, call, aheadMs }: CallEndsSoonProps) {
  const { t } = useTranslation('video_calls');
  const { errorText } = useErrorText();
  const now = useClock(1000);
  const extend = useMutation({ mutationFn: () => session.extend(call) });
  const end = call.paid_until ?? call.ends_at;
  const leftMs = end && now !== null ? Date.parse(end) - now - aheadMs : null;
  if (leftMs === null || leftMs > LAST_SECONDS * 1000) return null;
  const canPay = call.paid_until === null;
  return (
    <div className={styles['ends']}>
      <p>
        <span role="alert">{t(call.outgoing && !canPay ? 'ends.no_credits' : 'ends.soon')}</span>{' '}
        <span role="timer">{clock(Math.max(0, leftMs))}</span>
      </p>
      {call.outgoing && canPay && (
        <Button size="s" busy={extend.isPending} onClick={() => extend.mutate()}>
          {t('ends.extend', { minutes: call.minutes, count: call.credits_per_minute })}
        </Button>
      )}
      {call.outgoing && !canPay && (
        <a href="/credits" target="_blank" rel="noreferrer">
          {t('start.buy')}
        </a>
      )}
      {extend.isError && <p role="alert">{errorText(extend.error)}</p>}
    </div>
  );
}
