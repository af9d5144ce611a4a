import { useEffect } from 'react';

const EVERY_MS = 3000;
const TONES = [
  { hertz: 523, atSeconds: 0 },
  { hertz: 659, atSeconds: 0.28 },
];
const TONE_SECONDS = 0.24;
const LOUDNESS = 0.08;

/** Rings in one of the member's tabs, if they have touched the page: browsers keep others silent. */
export function useRing() {
  useEffect(() => {
    if (!navigator.userActivation?.hasBeenActive) return;
    const stop = new AbortController();
    const ring = () => {
      const context = new AudioContext();
      play(context);
      const timer = setInterval(() => play(context), EVERY_MS);
      return new Promise<void>((resolve) =>
        stop.signal.addEventListener('abort', () => {
          clearInterval(timer);
          void context.close().catch(() => {});
          resolve();
        }),
      );
    };
    if (navigator.locks)
      navigator.locks.request('video-call-ring', { signal: stop.signal }, ring).catch(() => {});
    else void ring();
    return () => stop.abort();
  }, []);
}

function play(context: AudioContext) {
  for (const { hertz, atSeconds } of TONES) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const start = context.currentTime + atSeconds;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(LOUDNESS, start);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + TONE_SECONDS);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + TONE_SECONDS);
  }
}
