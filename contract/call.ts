import type { TSchema } from 'typebox';

/** Who may call: anyone, a logged-in member, a member with a role. */
export type Access = 'public' | 'member' | 'operator';

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  access: Access;
  summary: string;
  /** Name of a query parameter that selects this call among those of one path (`?push=1`). */
  when?: string;
  query?: TSchema;
  body?: TSchema;
  /** `multipart`: the body may also come as a form with a file. `form`: a gateway's or browser's own form. */
  accepts?: 'multipart' | 'form';
  /** A GET that changes state: refused across sites. */
  changesState?: true;
  /** Not JSON: an event stream or a file. */
  streams?: true;
  status: number;
  reply: TSchema;
}
