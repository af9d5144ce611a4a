import { WAVEFORM_PARTS } from '#contract/rules/chat-rules.ts';
import { deviceProblem, type DeviceProblem } from '#web/ui/device-problem.ts';

export interface Recording {
  file: Blob;
  waveform: string;
  durationMs: number;
}

export type CaptureFault = DeviceProblem | 'silent' | 'short';

/** What ended a recording: the member, the longest duration, or the loss of the microphone. */
export type CaptureEnd = 'stopped' | 'limit' | 'unplugged';

export type CaptureState =
  | { step: 'asking' }
  | {
      step: 'recording';
      durationMs: number;
      /** The latest measurements of loudness, from 0 to 1. */
      levels: readonly number[];
      /** Nothing has been heard for so long that the microphone may be switched off. */
      quiet: boolean;
    }
  | { step: 'done'; recording: Recording; end: CaptureEnd }
  | { step: 'fault'; fault: CaptureFault };

/** Browsers end a recording late, and the server allows little more than the longest duration. */
const EARLY_MS = 500;
/** The server refuses recordings that are shorter than half a second. */
const SHORTEST_MS = 700;
const QUIET_AFTER_MS = 3000;
const TICK_MS = 50;
export const SHOWN_LEVELS = 48;
/** A microphone that is switched off yields zeros, one in a quiet room noise above this. */
const SILENT_PEAK = 0.0005;
const BITS_PER_SECOND = 32_000;

/** In order of preference: more browsers play AAC in MP4 than Opus. */
const TYPES = ['audio/mp4;codecs=mp4a.40.2', 'audio/mp4', 'audio/webm;codecs=opus', 'audio/ogg;codecs=opus'];

/**
 * Records from the microphone for at most `mostSeconds`, and reports each state until the recording is done or has failed.
 * `stop` completes it, and `signal` cancels it without a report; both release the microphone.
 */
export function startCapture(
  mostSeconds: number,
  signal: AbortSignal,
  report: (state: CaptureState) => void,
): { stop: () => void } {
  let stop = () => {};
  const tell = (state: CaptureState) => {
    if (!signal.aborted) report(state);
  };
  tell({ step: 'asking' });
  openMicrophone(signal)
    .then((stream) => {
      if (!stream) return;
      try {
        stop = record(stream, mostSeconds * 1000 - EARLY_MS, signal, tell);
      } catch (error) {
        release(stream);
        throw error;
      }
    })
    .catch((error: unknown) => tell({ step: 'fault', fault: faultOf(error) }));
  return { stop: () => stop() };
}

/** Null if the capture was cancelled while the browser asked for permission. */
async function openMicrophone(signal: AbortSignal): Promise<MediaStream | null> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  });
  if (!signal.aborted) return stream;
  release(stream);
  return null;
}

function record(
  stream: MediaStream,
  longestMs: number,
  signal: AbortSignal,
  tell: (state: CaptureState) => void,
): (end?: CaptureEnd) => void {
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, {
    ...(mimeType && { mimeType }),
    audioBitsPerSecond: BITS_PER_SECOND,
  });
  const meter = createMeter(stream);
  const parts: Blob[] = [];
  const levels: { atMs: number; level: number }[] = [];
  const startedAt = performance.now();
  let ended: CaptureEnd | 'failed' = 'stopped';
  const elapsed = () => performance.now() - startedAt;

  const tick = () => {
    const level = meter.level();
    levels.push({ atMs: elapsed(), level });
    const durationMs = Math.min(elapsed(), longestMs);
    const quiet = meter.isSilent() && durationMs > QUIET_AFTER_MS;
    const latest = levels.slice(-SHOWN_LEVELS).map((one) => one.level);
    tell({ step: 'recording', durationMs, levels: latest, quiet });
    if (elapsed() >= longestMs) finish('limit');
  };
  const finish = (end: CaptureEnd | 'failed' = 'stopped') => {
    if (recorder.state === 'inactive') return;
    ended = end;
    recorder.stop();
  };

  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.onerror = () => finish('failed');
  recorder.onstop = () => {
    clearInterval(timer);
    const durationMs = Math.min(elapsed(), longestMs);
    const isSilent = meter.isSilent();
    // A recorder also stops by itself with its only track.
    const unplugged = stream.getTracks().some(({ readyState }) => readyState === 'ended');
    release(stream);
    meter.close();
    const file = new Blob(parts, { type: recorder.mimeType });
    if (durationMs < SHORTEST_MS) tell({ step: 'fault', fault: 'short' });
    else if (isSilent) tell({ step: 'fault', fault: 'silent' });
    else if (ended === 'failed' || file.size === 0) tell({ step: 'fault', fault: 'failed' });
    else
      tell({
        step: 'done',
        recording: { file, waveform: waveformOf(levels, durationMs), durationMs },
        end: unplugged ? 'unplugged' : ended,
      });
  };
  for (const track of stream.getTracks()) track.onended = () => finish('unplugged');
  signal.addEventListener('abort', () => finish(), { once: true });
  recorder.start();
  const timer = setInterval(tick, TICK_MS);
  tick();
  return finish;
}

function release(stream: MediaStream) {
  for (const track of stream.getTracks()) {
    track.onended = null;
    track.stop();
  }
}

/** Measures the loudness of a microphone. A browser that does not let it run is not taken for silent. */
function createMeter(stream: MediaStream) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  let peak = 0;
  let hasRun = false;
  return {
    level(): number {
      // Until the member's first tap has ended, a browser may refuse to start it.
      if (context.state !== 'running') void context.resume().catch(() => {});
      else hasRun = true;
      analyser.getFloatTimeDomainData(samples);
      const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      peak = Math.max(peak, loudest);
      // Loudness is heard by its logarithm: −50 dB is 0, and 0 dB is 1.
      return Math.min(1, Math.max(0, 1 + (20 * Math.log10(loudest || 1e-9)) / 50));
    },
    isSilent: () => hasRun && peak < SILENT_PEAK,
    close: () => void context.close().catch(() => {}),
  };
}

/** The loudest moment of each part, relative to the loudest of all. A part without a measurement repeats the one before. */
function waveformOf(levels: readonly { atMs: number; level: number }[], durationMs: number): string {
  const parts: (number | undefined)[] = Array.from({ length: WAVEFORM_PARTS });
  for (const { atMs, level } of levels) {
    const place = Math.min(WAVEFORM_PARTS - 1, Math.floor((atMs / durationMs) * WAVEFORM_PARTS));
    parts[place] = Math.max(parts[place] ?? 0, level);
  }
  const loudest = Math.max(...levels.map(({ level }) => level)) || 1;
  let before = 0;
  return parts.map((level = before) => Math.round(((before = level) / loudest) * 15).toString(16)).join('');
}

function faultOf(error: unknown): CaptureFault {
  // Without HTTPS there are no devices, and old browsers have no recorder.
  if (!('mediaDevices' in navigator) || typeof MediaRecorder === 'undefined') return 'unsupported';
  return deviceProblem(error);
}
