import type { ServerResponse } from 'node:http';
import { itemAt } from '#contract/must.ts';

export interface Stream {
  member: number;
  cookie: string;
  response: ServerResponse;
}

/** Open streams by member. */
export type StreamsByMember = ReadonlyMap<number, ReadonlySet<Stream>>;

/**
 * The open streams of a process, divided evenly among slices by member, so that work for every stream can be
 * spread over time.
 */
export interface OpenStreams {
  slices: readonly StreamsByMember[];
  of(member: number): ReadonlySet<Stream>;
  add(stream: Stream): void;
  delete(stream: Stream): void;
}

const NONE: ReadonlySet<Stream> = new Set();

export function createOpenStreams(sliceCount: number): OpenStreams {
  const slices = Array.from({ length: sliceCount }, () => new Map<number, Set<Stream>>());
  const sliceOf = (member: number) => itemAt(slices, member % sliceCount);
  return {
    slices,
    of: (member) => sliceOf(member).get(member) ?? NONE,
    add(stream) {
      const ofMember = sliceOf(stream.member).get(stream.member);
      if (ofMember) ofMember.add(stream);
      else sliceOf(stream.member).set(stream.member, new Set([stream]));
    },
    delete(stream) {
      const slice = sliceOf(stream.member);
      const ofMember = slice.get(stream.member);
      ofMember?.delete(stream);
      if (ofMember?.size === 0) slice.delete(stream.member);
    },
  };
}
