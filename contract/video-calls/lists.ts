export const videoCallKinds = ['video', 'voice'] as const;
export type VideoCallKind = (typeof videoCallKinds)[number];

/**
 * `ringing` until the answer, `connecting` until both sides have the other's picture or sound, `active` until the end.
 */
export const videoCallStates = ['ringing', 'connecting', 'active', 'ended'] as const;
export type VideoCallState = (typeof videoCallStates)[number];

export const videoCallEnds = [
  'hung_up',
  'declined',
  'missed',
  'cancelled',
  'failed',
  'no_credits',
  'blocked',
  'time_up',
] as const;
export type VideoCallEnd = (typeof videoCallEnds)[number];
