import type { VideoCallKind } from '#contract/video-calls/lists.ts';
import type { SwitchedOff } from './held-call.ts';
import { openMedia, releaseMedia, type MediaFault } from './peer/media.ts';
import { blurCamera, type OutgoingVideo } from './peer/outgoing-video.ts';
import type { PeerTracks } from './peer/peer.ts';

export type MediaState =
  | { step: 'none' | 'asking' }
  | { step: 'fault'; fault: MediaFault }
  | {
      step: 'ready';
      /** What the other side sees before both agree, for the preview. Null without a camera. */
      blurred: MediaStream | null;
      camera: MediaStream | null;
      /** The device was unplugged, or another program took it. */
      lost: 'camera' | 'microphone' | null;
    };

export interface OwnMedia {
  /** Returns whether the devices are open. */
  open: (kind: VideoCallKind) => Promise<boolean>;
  tracks: (clear: boolean) => PeerTracks;
  switchOff: (off: SwitchedOff) => void;
  /** Reports nothing. */
  close: () => void;
}

/** The microphone and camera of a call, and the blurred copy of the camera's picture. */
export function createOwnMedia(report: (state: MediaState) => void): OwnMedia {
  let stream: MediaStream | null = null;
  let video: OutgoingVideo | null = null;
  let attempt = 0;

  function close() {
    attempt += 1;
    video?.close();
    releaseMedia(stream);
    video = null;
    stream = null;
  }

  function reportReady(lost: 'camera' | 'microphone' | null) {
    report({
      step: 'ready',
      blurred: video && new MediaStream([video.blurred]),
      camera: video && new MediaStream([video.camera]),
      lost,
    });
  }

  return {
    async open(kind) {
      close();
      const mine = attempt;
      report({ step: 'asking' });
      const opened = await openMedia(kind);
      if (mine !== attempt) {
        if ('stream' in opened) releaseMedia(opened.stream);
        return false;
      }
      if ('fault' in opened) {
        report({ step: 'fault', fault: opened.fault });
        return false;
      }
      ({ stream } = opened);
      const [camera] = stream.getVideoTracks();
      video = camera ? blurCamera(camera) : null;
      for (const track of stream.getTracks())
        track.onended = () => reportReady(track.kind === 'video' ? 'camera' : 'microphone');
      reportReady(null);
      return true;
    },
    tracks: (clear) => ({
      audio: stream?.getAudioTracks()[0] ?? null,
      video: (clear ? video?.camera : video?.blurred) ?? null,
    }),
    switchOff({ muted, cameraOff }) {
      for (const track of stream?.getAudioTracks() ?? []) track.enabled = !muted;
      for (const track of stream?.getVideoTracks() ?? []) track.enabled = !cameraOff;
    },
    close,
  };
}
