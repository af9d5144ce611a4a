import type { VideoCall } from '#contract/video-calls/calls.ts';
import { WANTED_EVENT } from './call-keys.ts';

export interface WantedCall {
  profile: VideoCall['profile'];
  kind: VideoCall['kind'];
}

let wanted: WantedCall | null = null;

export function wantCall(call: WantedCall) {
  wanted = call;
  dispatchEvent(new Event(WANTED_EVENT));
}

export function takeWantedCall(): WantedCall | null {
  const call = wanted;
  wanted = null;
  return call;
}
