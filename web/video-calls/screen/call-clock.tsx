import type { VideoCall } from '#contract/video-calls/calls.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useClock } from '#web/session/use-clock.ts';
import { clock } from '#web/ui/voice/clock.ts';
import styles from './stage.module.css';

/** How long the call has lasted, and for the inviter what it has cost so far. */
export function CallClock({ call, aheadMs }: { call: VideoCall; aheadMs: number }) {
  const { t } = useTranslation('video_calls');
  const now = useClock(1000);
  if (!call.started_at) return null;
  const elapsedMs = Math.max(0, (now ?? 0) + aheadMs - Date.parse(call.started_at));
  const isFree = call.credits === 0 && elapsedMs < call.free_seconds * 1000;
  return (
    <p className={styles['clock']}>
      <span role="timer">{clock(elapsedMs)}</span>
      {call.outgoing && <span>{isFree ? t('call.free') : t('call.credits', { count: call.credits })}</span>}
    </p>
  );
}
