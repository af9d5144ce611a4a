import { useCallback, useRef, useState } from 'react';

const SPEEDS = [1, 1.5, 2];

/** The recording that plays: another one that starts pauses it. */
let playing: HTMLAudioElement | null = null;
/** The speed that was chosen last also counts for the next recording. */
let chosenSpeed = 1;

/** Plays a recording from its address or, before it is sent, from memory. Pass `attach` as the ref of the audio element. */
export function usePlayback(source: string | Blob, durationMs: number) {
  const audio = useRef<HTMLAudioElement>(null);
  const [state, setState] = useState<'paused' | 'playing' | 'failed'>('paused');
  const [positionMs, setPositionMs] = useState(0);
  const [speed, setSpeed] = useState(chosenSpeed);

  const attach = useCallback(
    (element: HTMLAudioElement) => {
      audio.current = element;
      element.src = typeof source === 'string' ? source : URL.createObjectURL(source);
      return () => {
        element.pause();
        if (typeof source !== 'string') URL.revokeObjectURL(element.src);
      };
    },
    [source],
  );

  async function toggle() {
    const player = audio.current;
    if (!player) return;
    if (state === 'playing') return player.pause();
    player.playbackRate = speed;
    setState('playing');
    try {
      await player.play();
    } catch (error) {
      // A pause before the first sound interrupts `play`, which is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setState('failed');
    }
  }

  function seek(toMs: number) {
    setPositionMs(toMs);
    if (audio.current) audio.current.currentTime = toMs / 1000;
  }

  function nextSpeed() {
    chosenSpeed = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1;
    setSpeed(chosenSpeed);
    if (audio.current) audio.current.playbackRate = chosenSpeed;
  }

  const events = {
    onPlay({ currentTarget }: { currentTarget: HTMLAudioElement }) {
      if (playing !== currentTarget) playing?.pause();
      playing = currentTarget;
      setState('playing');
    },
    onPause: () => setState((now) => (now === 'failed' ? now : 'paused')),
    onTimeUpdate: ({ currentTarget }: { currentTarget: HTMLAudioElement }) =>
      setPositionMs(Math.min(durationMs, currentTarget.currentTime * 1000)),
    onEnded() {
      setState('paused');
      seek(0);
    },
    onError: () => setState('failed'),
  };
  return { attach, events, state, positionMs, speed, toggle, seek, nextSpeed };
}
