import type { VideoCall } from '#contract/video-calls/calls.ts';
import type { VideoCallEnd } from '#contract/video-calls/lists.ts';

/** What this tab shows of the member's call. Other tabs show nothing of a call that one tab holds. */
export type CallState =
  | { step: 'none' }
  | { step: 'incoming' | 'outgoing' | 'running'; call: VideoCall }
  | { step: 'ended'; call: VideoCall; end: VideoCallEnd };

export const noCall: CallState = { step: 'none' };

/**
 * The state after reading `call` from the server. `device` is this tab if it is in a call.
 * The server's clock orders responses that arrive out of order.
 */
export function nextState(state: CallState, call: VideoCall, device: string | null): CallState {
  const known = state.step === 'none' ? null : state.call;
  if (known?.id === call.id) {
    if (state.step === 'ended' || Date.parse(known.now) > Date.parse(call.now)) return state;
    return call.status === 'ended' ? stateOfEnd(state, call) : stateOfOpen(call, device);
  }
  // One call at a time: a second one never covers the first.
  const isBusy = state.step === 'outgoing' || state.step === 'running';
  return call.status === 'ended' || isBusy ? state : stateOfOpen(call, device);
}

function stateOfOpen(call: VideoCall, device: string | null): CallState {
  if (call.status === 'ringing' && !call.outgoing) return { step: 'incoming', call };
  if (device === null || call.device !== device) return noCall;
  return { step: call.status === 'ringing' ? 'outgoing' : 'running', call };
}

function stateOfEnd(state: CallState, call: VideoCall): CallState {
  const end = call.ended ?? 'hung_up';
  if (state.step === 'incoming') {
    const wasStopped = end === 'missed' || end === 'cancelled';
    return wasStopped ? { step: 'ended', call, end } : noCall;
  }
  // The member who cancelled needs no sentence.
  return end === 'cancelled' ? noCall : { step: 'ended', call, end };
}

/** Milliseconds by which the server's clock is ahead of this device's. */
export const clockAhead = ({ now }: VideoCall, readAt: number): number => Date.parse(now) - readAt;

/** Both want to be seen. Until then nothing but the blurred picture leaves the browser. */
export const showsClearly = ({ clear, other_clear }: Pick<VideoCall, 'clear' | 'other_clear'>): boolean =>
  clear && other_clear;

export type BlurState = 'both' | 'mine' | 'theirs' | 'none';

/** Whose picture is blurred although the other side has agreed, for the sentence on the call screen. */
export function blurState({ clear, other_clear }: Pick<VideoCall, 'clear' | 'other_clear'>): BlurState {
  if (clear) return other_clear ? 'none' : 'theirs';
  return other_clear ? 'mine' : 'both';
}

/** Seconds before the end in which the inviter can extend. */
export const LAST_SECONDS = 60;

export type EndSentence =
  | Exclude<VideoCallEnd, 'hung_up' | 'blocked' | 'no_credits'>
  | 'missed_incoming'
  | 'never_connected'
  | 'out_of_credits'
  | 'ended';

/**
 * The sentence for the end of a call. A member is never told that the other blocked them or has no credits left.
 */
export function endSentence(call: VideoCall, end: VideoCallEnd): EndSentence {
  if (end === 'blocked' || end === 'hung_up') return 'ended';
  if (end === 'no_credits') return call.outgoing ? 'out_of_credits' : 'ended';
  if (end === 'failed' && !call.started_at) return 'never_connected';
  if (end === 'missed' && !call.outgoing) return 'missed_incoming';
  return end;
}
