import { createHmac } from 'node:crypto';
import type { VideoCall } from '#contract/video-calls/calls.ts';
import { LONGEST_CALL_MINUTES } from '#contract/video-calls/limits.ts';
import type { TurnSettings } from '../platform/outgoing/turn-settings.ts';
import type { CallRow } from './state/call-row.ts';

/** Time for ringing and connecting. */
const SPARE_MINUTES = 10;

/**
 * The TURN servers of a call with credentials that expire (`use-auth-secret` of coturn). They are the same in every
 * answer about the call, so that browsers need not change them.
 */
export function turnServers(
  turn: TurnSettings,
  { id, created_at }: Pick<CallRow, 'id' | 'created_at'>,
): VideoCall['ice_servers'] {
  const expires = Math.floor(created_at.getTime() / 1000) + (LONGEST_CALL_MINUTES + SPARE_MINUTES) * 60;
  const username = `${expires}:${id}`;
  const credential = createHmac('sha1', turn.secret).update(username).digest('base64');
  return [{ urls: turn.urls, username, credential }];
}
