import { expect, test } from 'vitest';
import type { VideoCall } from '#contract/video-calls/calls.ts';
import { blurState, endSentence, nextState, noCall, showsClearly, type CallState } from './call-state.ts';
import { relayOnly } from './peer/relay-only.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 29, 12, 0, second)).toISOString();

const callOf = (part: Partial<VideoCall> = {}): VideoCall =>
  ({
    id: 'one',
    device: 'tab',
    kind: 'video',
    outgoing: true,
    status: 'ringing',
    ended: null,
    started_at: null,
    clear: false,
    other_clear: false,
    now: at(0),
    ...part,
  }) as VideoCall;

const follow = (calls: Partial<VideoCall>[], device: string | null, from: CallState = noCall) =>
  calls.reduce((state, part) => nextState(state, callOf(part), device), from);

test('rings at the callee in every tab, and runs only in the tab that answered', () => {
  const ringing = follow([{ outgoing: false }], null);
  expect(ringing.step).toBe('incoming');
  const answered = callOf({ outgoing: false, status: 'connecting', now: at(3) });
  expect(nextState(ringing, answered, 'tab').step).toBe('running');
  expect(nextState(ringing, answered, null)).toEqual(noCall);
});

test('shows a ringing invitation only in the tab that sent it', () => {
  expect(follow([{}], 'tab').step).toBe('outgoing');
  expect(follow([{}], null)).toEqual(noCall);
});

test('ignores an answer that a newer one overtook', () => {
  const running = follow([{}, { status: 'active', now: at(9) }], 'tab');
  expect(nextState(running, callOf({ status: 'connecting', now: at(8) }), 'tab')).toBe(running);
  const ended = nextState(running, callOf({ status: 'ended', ended: 'hung_up', now: at(10) }), 'tab');
  expect(nextState(ended, callOf({ status: 'active', now: at(11) }), 'tab')).toBe(ended);
});

test('keeps the running call when another one rings', () => {
  const running = follow([{}, { status: 'active', now: at(2) }], 'tab');
  expect(nextState(running, callOf({ id: 'two', outgoing: false, now: at(3) }), 'tab')).toBe(running);
});

test('gives each end its sentence, and none to a member who ended it before it began', () => {
  const endsWith = (
    ended: VideoCall['ended'],
    part: Partial<VideoCall> = {},
    first: Partial<VideoCall> = {},
  ) => follow([{ ...first }, { ...first, ...part, status: 'ended', ended, now: at(5) }], 'tab');
  expect(endsWith('declined')).toMatchObject({ step: 'ended', end: 'declined' });
  expect(endsWith('missed')).toMatchObject({ step: 'ended', end: 'missed' });
  expect(endsWith('cancelled')).toEqual(noCall);
  expect(endsWith('declined', {}, { outgoing: false })).toEqual(noCall);
  expect(endsWith('cancelled', {}, { outgoing: false })).toMatchObject({ step: 'ended', end: 'cancelled' });
  const ended = (outgoing: boolean, started = true) =>
    callOf({ outgoing, status: 'ended', started_at: started ? at(1) : null });
  expect(endSentence(ended(true), 'blocked')).toBe('ended');
  expect(endSentence(ended(true), 'no_credits')).toBe('out_of_credits');
  expect(endSentence(ended(false), 'no_credits')).toBe('ended');
  expect(endSentence(ended(true), 'failed')).toBe('failed');
  expect(endSentence(ended(true, false), 'failed')).toBe('never_connected');
  expect(endSentence(ended(false, false), 'missed')).toBe('missed_incoming');
});

test('shows the camera only after both agreed', () => {
  const cases = [
    [false, false, 'both'],
    [true, false, 'theirs'],
    [false, true, 'mine'],
    [true, true, 'none'],
  ] as const;
  for (const [clear, other_clear, blurred] of cases) {
    expect(blurState({ clear, other_clear })).toBe(blurred);
    expect(showsClearly({ clear, other_clear })).toBe(blurred === 'none');
  }
});

test('removes addresses of the own network from a session description', () => {
  const sdp = [
    'v=0',
    'a=candidate:1 1 udp 2 192.168.1.4 5000 typ host generation 0',
    'a=candidate:2 1 udp 2 198.51.100.7 5001 typ srflx raddr 192.168.1.4 rport 5000',
    'a=candidate:3 1 udp 1 203.0.113.9 6000 typ relay raddr 198.51.100.7 rport 5001 generation 0',
    'a=end-of-candidates',
    '',
  ].join('\r\n');
  expect(relayOnly(sdp)).toBe(
    [
      'v=0',
      'a=candidate:3 1 udp 1 203.0.113.9 6000 typ relay raddr 0.0.0.0 rport 0 generation 0',
      'a=end-of-candidates',
      '',
    ].join('\r\n'),
  );
});

test('shows nothing of a call that another tab of the member holds', () => {
  const answered = { outgoing: false, status: 'active', now: at(3) } as const;
  expect(follow([answered], 'other tab')).toEqual(noCall);
});
