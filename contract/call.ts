import type { TSchema } from 'typebox';
import type { Role } from './enums.ts';

/** Who may call: anyone, a logged-in member, an operator. To everybody but operators, operators' calls do not exist (404). */
export type Access = 'public' | 'member' | 'operator';

/**
 * What a rate limit counts by: the `address` (of IPv6 the first 64 bits), the `member`, the `caller` (the member, or a
 * visitor's address), or a `visitor` only (the address of somebody who is not logged in).
 */
export type Counted = 'address' | 'member' | 'caller' | 'visitor';

/** At most `points` calls within `seconds`. One name is one limit, whichever calls share it. */
export interface RateLimit {
  name: string;
  points: number;
  seconds: number;
  by: Counted;
  /** Counts only calls whose body or query has this field. Such a limit is asked after the body was read, any other before. */
  field?: string;
  /** Counts only uploads, before their bytes are read. */
  upload?: true;
}

/**
 * The line that a call leaves in the audit log. `member` and `object` say where the member and the thing it concerns are
 * found: `query.id`, `body.id`, `reply.member.id`. With `each`, a list of the reply (`reply.photos`), every item leaves
 * a line, and both are paths within the item. What the call itself notes takes the place of all this.
 */
export interface Audit {
  act: string;
  /** Asked for while somebody types: the same line is written once in ten minutes. */
  repeats?: true;
  each?: string;
  member?: string;
  object?: string;
}

/** A call of the wire: what it takes and answers, and everything that is asked before it is answered. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  access: Access;
  /** Operators' calls: the roles that may call; an owner always may. Other operators are answered 403. */
  roles?: readonly Role[];
  summary: string;
  /** Name of a query parameter that selects this call among those of one path (`?push=1`). */
  when?: string;
  query?: TSchema;
  body?: TSchema;
  /** `multipart`: the body may also come as a form with a file. `form`: a gateway's or browser's own form. */
  accepts?: 'multipart' | 'form';
  limits?: readonly RateLimit[];
  /** A GET that changes state: refused across sites, as every other method and every call with an audit line is. */
  changesState?: true;
  audit?: Audit;
  /** Not JSON: an event stream or a file. */
  streams?: true;
  status: number;
  reply: TSchema;
}
