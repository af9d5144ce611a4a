/** An unanswered call ends as missed after this time. */
export const RING_SECONDS = 40;
/** Interval at which both browsers report that they are in the call. */
export const HEARTBEAT_SECONDS = 5;
/** Longest call, however often it is extended. TURN credentials are valid for this time. */
export const LONGEST_CALL_MINUTES = 180;
/** A complete session description with relay candidates takes about 6,000 characters. */
export const SDP_LENGTH = 20_000;
