import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import type { ErrorCode } from '../errors.ts';
import { profileCard } from '../profiles.ts';
import { count, id, instant, list, nullable, object, oneOf, optional, text, uuid } from '../schema.ts';
import { SDP_LENGTH } from './limits.ts';
import { videoCallEnds, videoCallKinds, videoCallStates } from './lists.ts';

const generation = Type.Integer({ minimum: 1, maximum: 1000 });

const videoCall = object({
  id: uuid,
  kind: oneOf(videoCallKinds),
  outgoing: Type.Boolean({ description: 'I invited, and pay' }),
  profile: profileCard,
  conversation: id,
  status: oneOf(videoCallStates),
  ended: nullable(oneOf(videoCallEnds)),
  /** The tab of mine that invited or accepted. Other tabs show no call. */
  device: nullable(uuid),
  credits_per_minute: count,
  free_seconds: Type.Integer({ minimum: 0, description: 'Of this call, from its beginning' }),
  credits: Type.Integer({ minimum: 0, description: 'Charged so far and not returned' }),
  credits_returned: Type.Integer({ minimum: 0, description: 'For minutes in which the connection broke' }),
  minutes: Type.Integer({ minimum: 1, description: 'Length, and of each extension' }),
  rings_until: instant,
  started_at: nullable(instant),
  ends_at: nullable(instant),
  /** Set while the next minute cannot be paid: the call ends then. */
  paid_until: nullable(instant),
  now: instant,
  clear: Type.Boolean({ description: 'I want to be seen' }),
  other_clear: Type.Boolean(),
  generation: Type.Integer({ minimum: 1, description: 'Grows with each ICE restart by the inviter' }),
  /** The other side's session description of this generation. */
  sdp: nullable(Type.String()),
  ice_servers: list(
    object({ urls: list(Type.String()), username: Type.String(), credential: Type.String() }),
  ),
});
export type VideoCall = Static<typeof videoCall>;

const params = Type.Record(Type.String(), Type.Unsafe<string | number>({ type: ['string', 'number'] }));

export const videoCallsCalls = {
  videoCallOffer: {
    method: 'GET',
    path: '/api/video-call-offer.php',
    access: 'member',
    summary: 'Whether I can call a member now, with the prices per minute',
    query: Type.Object({ profile: id }),
    status: 200,
    reply: object({
      available: Type.Boolean(),
      reason: Type.Unsafe<ErrorCode | null>({ type: ['string', 'null'] }),
      params,
      video_credits: count,
      voice_credits: count,
      free_seconds: count,
      minutes: count,
      credits: Type.Integer({ minimum: 0, description: 'My balance' }),
    }),
  },
  currentVideoCall: {
    method: 'GET',
    path: '/api/video-calls.php',
    access: 'member',
    summary: 'The call that rings for me or that I am in. With `id`: that call of mine, even if it has ended',
    query: Type.Object({ id: optional(uuid) }),
    status: 200,
    reply: object({ call: nullable(videoCall) }),
  },
  startVideoCall: {
    method: 'POST',
    path: '/api/video-calls.php',
    access: 'member',
    summary: 'Call a member. A repeat with the same `id` returns the first call',
    limits: [{ name: 'start a video call', points: 30, seconds: 3600, by: 'member' }],
    body: object({
      id: uuid,
      device: uuid,
      profile: id,
      kind: oneOf(videoCallKinds),
      price: Type.Integer({ minimum: 0, description: 'Credits a minute that I was shown' }),
    }),
    status: 201,
    reply: videoCall,
  },
  answerVideoCall: {
    method: 'PUT',
    path: '/api/video-calls.php',
    access: 'member',
    summary: 'Accept or decline a call. Only one `device` accepts it; for others it is a conflict',
    limits: [{ name: 'answer a video call', points: 60, seconds: 600, by: 'member' }],
    body: object({ id: uuid, device: uuid, accept: Type.Boolean() }),
    status: 200,
    reply: videoCall,
  },
  signalVideoCall: {
    method: 'POST',
    path: '/api/video-call-signal.php',
    access: 'member',
    summary: 'Pass on my session description, with relay candidates only',
    limits: [{ name: 'signal a video call', points: 60, seconds: 60, by: 'member' }],
    body: object({ id: uuid, generation, sdp: text(SDP_LENGTH, 1) }),
    status: 200,
    reply: videoCall,
  },
  keepVideoCall: {
    method: 'POST',
    path: '/api/video-call-alive.php',
    access: 'member',
    summary: 'Heartbeat of a call: keeps it open and charges the inviter for its minutes',
    limits: [{ name: 'keep a video call', points: 120, seconds: 60, by: 'member' }],
    body: object({ id: uuid, connected: Type.Boolean(), clear: Type.Boolean() }),
    status: 200,
    reply: videoCall,
  },
  extendVideoCall: {
    method: 'POST',
    path: '/api/video-call-extension.php',
    access: 'member',
    summary: 'Extend a call that I pay for. A repeat with the same `ends_at` extends it once',
    limits: [{ name: 'extend a video call', points: 30, seconds: 600, by: 'member' }],
    body: object({ id: uuid, ends_at: instant }),
    status: 200,
    reply: videoCall,
  },
  endVideoCall: {
    method: 'DELETE',
    path: '/api/video-calls.php',
    access: 'member',
    summary: 'Hang up, cancel or decline; with `failed`: the connection broke down',
    limits: [{ name: 'end a video call', points: 60, seconds: 60, by: 'member' }],
    body: object({ id: uuid, failed: optional(Type.Boolean()) }),
    status: 200,
    reply: videoCall,
  },
} as const satisfies Record<string, Call>;
