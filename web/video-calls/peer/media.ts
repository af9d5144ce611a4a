import type { VideoCallKind } from '#contract/video-calls/lists.ts';
import { deviceProblem } from '#web/ui/device-problem.ts';

export const mediaFaults = [
  'camera_denied',
  'camera_missing',
  'camera_busy',
  'microphone_denied',
  'microphone_missing',
  'microphone_busy',
  'unsupported',
  'failed',
] as const;
export type MediaFault = (typeof mediaFaults)[number];

export type OpenedMedia = { stream: MediaStream } | { fault: MediaFault };

const AUDIO = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
const VIDEO = {
  width: { ideal: 640 },
  height: { ideal: 480 },
  frameRate: { ideal: 24, max: 30 },
  facingMode: 'user',
};

/** Opens the microphone and, for a video date, the camera. On failure, returns which device failed and why. */
export async function openMedia(kind: VideoCallKind): Promise<OpenedMedia> {
  // Without HTTPS there are no devices.
  if (!('mediaDevices' in navigator) || typeof RTCPeerConnection === 'undefined')
    return { fault: 'unsupported' };
  try {
    return {
      stream: await navigator.mediaDevices.getUserMedia({ audio: AUDIO, video: kind === 'video' && VIDEO }),
    };
  } catch (error) {
    return { fault: await faultOf(error, kind) };
  }
}

/** Opens the camera alone. Null if that fails. */
export async function openCamera(): Promise<MediaStreamTrack | null> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: VIDEO });
    return stream.getVideoTracks()[0] ?? null;
  } catch {
    return null;
  }
}

async function faultOf(error: unknown, kind: VideoCallKind): Promise<MediaFault> {
  const problem = deviceProblem(error);
  if (problem === 'unsupported' || problem === 'failed') return problem;
  if (kind === 'voice') return `microphone_${problem}`;
  return (await isMicrophoneAtFault(problem)) ? `microphone_${problem}` : `camera_${problem}`;
}

/** Browsers do not say which of the two devices a request failed for. */
async function isMicrophoneAtFault(problem: 'denied' | 'missing' | 'busy'): Promise<boolean> {
  try {
    if (problem === 'denied')
      return (await navigator.permissions.query({ name: 'microphone' })).state === 'denied';
    if (problem === 'missing') {
      const devices = await navigator.mediaDevices.enumerateDevices();
      return !devices.some((device) => device.kind === 'audioinput');
    }
  } catch {
    return false;
  }
  return false;
}

export function releaseMedia(stream: MediaStream | null | undefined) {
  for (const track of stream?.getTracks() ?? []) {
    track.onended = null;
    track.stop();
  }
}
