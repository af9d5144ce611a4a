import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { IconAlert, IconStop } from '#web/ui/icons.ts';
import { clock } from '../clock.ts';
import { SHOWN_LEVELS, type CaptureState } from './capture.ts';
import styles from './recorder.module.css';

// What the recorder of a conversation and that of a profile have in common. The page loads the namespace `voice`.

export type RunningCapture = Extract<CaptureState, { step: 'asking' | 'recording' }>;

const LAST_SECONDS = 10;
const ANNOUNCED_EVERY_SECONDS = 30;

export function Controls({
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

export function Meter({ state }: { state: RunningCapture }) {
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
export function Announcement({ state, mostSeconds }: { state: CaptureState; mostSeconds: number }) {
  const { t } = useTranslation('voice');
  const seconds = state.step === 'recording' ? Math.floor(state.durationMs / 1000) : 0;
  const last = seconds >= mostSeconds - LAST_SECONDS;
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

export function StopButton({ onStop }: { onStop: () => void }) {
  const { t } = useTranslation('voice');
  return (
    <button type="button" className={styles['stop']} aria-label={t('stop')} onClick={onStop} data-first="">
      <IconStop size={22} aria-hidden="true" />
    </button>
  );
}

export function Fault({ text, children }: { text: string; children: ReactNode }) {
  return (
    <>
      <p className={styles['fault']} role="alert">
        <IconAlert size={20} aria-hidden="true" />
        {text}
      </p>
      <span className={styles['ways']}>{children}</span>
    </>
  );
}
