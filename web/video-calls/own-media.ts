import type { VideoCallKind } from '#contract/video-calls/lists.ts';
import type { SwitchedOff } from './held-call.ts';
import { openCamera, openMedia, releaseMedia, type MediaFault } from './peer/media.ts';
import { blurCamera, type OutgoingVideo } from './peer/outgoing-video.ts';
import type { PeerTracks } from './peer/peer.ts';

export type MediaState =
  | { step: 'none' | 'asking' }
  | { step: 'fault'; fault: MediaFault }
  | {
      step: 'ready';
      /** What the other side sees before both agree, for the preview. Null without a camera. */
      blurred: MediaStream | null;
      /** Null also while the camera is off. */
      camera: MediaStream | null;
      /** The device was unplugged, or another program took it. */
      lost: 'camera' | 'microphone' | null;
    };

export interface OwnMedia {
  /** Returns whether the devices are open. `off` keeps the camera of a video date closed. */
  open: (kind: VideoCallKind, off: SwitchedOff) => Promise<boolean>;
  tracks: (clear: boolean) => PeerTracks;
  /** Switches sound and camera. A camera that is off is closed, so that its light goes out. */
  switchOff: (off: SwitchedOff) => void;
  /** Reports nothing. */
  close: () => void;
}

/** The microphone and camera of a call, and the blurred copy of the camera's picture. */
export function createOwnMedia(report: (state: MediaState) => void): OwnMedia {
  let stream: MediaStream | null = null;
  let video: OutgoingVideo | null = null;
  let attempt = 0;
  let isCameraOff = false;

  function close() {
    attempt += 1;
    video?.close();
    video?.camera?.stop();
    releaseMedia(stream);
    video = null;
    stream = null;
  }

  const watch = (track: MediaStreamTrack) => {
    track.onended = () => reportReady(track.kind === 'video' ? 'camera' : 'microphone');
  };

  function closeCamera() {
    const camera = video?.camera;
    if (!camera) return;
    camera.onended = null;
    camera.stop();
    stream?.removeTrack(camera);
    video?.setCamera(null);
    reportReady(null);
  }

  async function reopenCamera() {
    const mine = attempt;
    const camera = await openCamera();
    if (mine !== attempt || isCameraOff) return camera?.stop();
    if (!camera) return reportReady('camera');
    watch(camera);
    stream?.addTrack(camera);
    video?.setCamera(camera);
    reportReady(null);
  }

  function reportReady(lost: 'camera' | 'microphone' | null) {
    report({
      step: 'ready',
      blurred: video && new MediaStream([video.blurred]),
      camera: video?.camera ? new MediaStream([video.camera]) : null,
      lost,
    });
  }

  return {
    async open(kind, off) {
      close();
      const mine = attempt;
      isCameraOff = off.cameraOff;
      report({ step: 'asking' });
      const opened = await openMedia(isCameraOff ? 'voice' : kind);
      if (mine !== attempt) {
        if ('stream' in opened) releaseMedia(opened.stream);
        return false;
      }
      if ('fault' in opened) {
        report({ step: 'fault', fault: opened.fault });
        return false;
      }
      ({ stream } = opened);
      video = kind === 'video' ? blurCamera(stream.getVideoTracks()[0] ?? null) : null;
      for (const track of stream.getTracks()) watch(track);
      reportReady(null);
      return true;
    },
    tracks: (clear) => ({
      audio: stream?.getAudioTracks()[0] ?? null,
      video: (clear ? video?.camera : null) ?? video?.blurred ?? null,
    }),
    switchOff({ muted, cameraOff }) {
      for (const track of stream?.getAudioTracks() ?? []) track.enabled = !muted;
      if (cameraOff === isCameraOff) return;
      isCameraOff = cameraOff;
      if (cameraOff) closeCamera();
      else if (video) void reopenCamera();
    },
    close,
  };
}
