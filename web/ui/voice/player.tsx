import type { ReactNode } from 'react';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useBrowser } from '#web/page/use-browser.ts';
import { IconPause, IconPlay } from '#web/ui/icons.ts';
import { clock, lengthOf } from './clock.ts';
import { usePlayback } from './use-playback.ts';
import styles from './player.module.css';

interface VoicePlayerProps {
  /** Its accessible name. A voice message by default. */
  title?: string;
  /** An address, or a recording that has not been sent yet. */
  source: string | Blob;
  durationMs: number;
  /** Hexadecimal digits, one for the loudness of each part. */
  waveform: string;
  /** Shown next to the time. */
  note?: ReactNode;
  onPlay?: () => void;
  /** The recording cannot be loaded. */
  onError?: () => void;
}

/** An arrow key moves by one of these. */
const SEEK_STEPS = 20;

/** Plays a recording, with its waveform, a slider to seek and a choice of speed. */
export function VoicePlayer(props: VoicePlayerProps) {
  // The server has the texts of the page only.
  const inBrowser = useBrowser(() => true, false);
  return inBrowser ? <Player {...props} /> : <div className={styles['player']} />;
}

function Player({ title, source, durationMs, waveform, note, onPlay, onError }: VoicePlayerProps) {
  const { t } = useTranslation('voice');
  const { number } = useFormats();
  const { attach, events, ...playback } = usePlayback(source, durationMs);
  const { state, positionMs, speed } = playback;
  const length = lengthOf(durationMs);
  const isPlaying = state === 'playing';
  return (
    <div className={styles['player']} role="group" aria-label={`${title ?? t('title')}, ${length}`}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a member's recording has no captions */}
      <audio
        ref={attach}
        preload="none"
        {...events}
        onPlay={(event) => {
          events.onPlay(event);
          onPlay?.();
        }}
        onError={() => {
          events.onError();
          onError?.();
        }}
      />
      <button
        type="button"
        aria-label={t(isPlaying ? 'pause' : 'play')}
        data-first=""
        onClick={() => void playback.toggle()}
      >
        {isPlaying ? <IconPause size={20} aria-hidden="true" /> : <IconPlay size={20} aria-hidden="true" />}
      </button>
      <div className={styles['track']}>
        <Waveform waveform={waveform} played={positionMs / durationMs} />
        <input
          type="range"
          aria-label={t('position')}
          aria-valuetext={t('position_of', { position: clock(positionMs), length })}
          min={0}
          max={durationMs}
          step={durationMs / SEEK_STEPS}
          value={positionMs}
          onChange={(event) => playback.seek(Number(event.target.value))}
        />
      </div>
      <button
        type="button"
        className={styles['speed']}
        aria-label={t('speed', { speed: number(speed) })}
        onClick={playback.nextSpeed}
      >
        {number(speed)}×
      </button>
      <p className={styles['below']}>
        {state === 'failed' ? (
          <span role="alert">{t('unplayable')}</span>
        ) : (
          <>
            <span>{positionMs > 0 ? `${clock(positionMs)} / ${length}` : length}</span>
            {note}
          </>
        )}
      </p>
    </div>
  );
}

function Waveform({ waveform, played }: { waveform: string; played: number }) {
  return (
    <svg viewBox={`0 0 ${waveform.length * 3} 32`} preserveAspectRatio="none" aria-hidden="true">
      {Array.from(waveform, (digit, place) => {
        const height = 3 + (parseInt(digit, 16) / 15) * 27;
        return (
          <rect
            key={place}
            className={place / waveform.length < played ? styles['played'] : undefined}
            x={place * 3}
            y={16 - height / 2}
            width={2}
            height={height}
            rx={1}
          />
        );
      })}
    </svg>
  );
}
