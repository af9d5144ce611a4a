import type { TSchema } from 'typebox';
import type { NamedRole } from './lists/roles.ts';
import type { SiteScope } from './rules/site-scope-rules.ts';

/** Who may make a call. Office calls answer 404 to everyone but operators. */
export type Access = 'public' | 'member' | 'operator';

/**
 * The caller that a limit counts by. `address` is the IP address (the first 64 bits of an IPv6 address),
 * `member` the logged-in member, `caller` the member or else the address, and `visitor` the address of
 * callers who are not logged in. `provider` is the first 32 bits of the IPv6 address of callers who are not logged
 * in: one customer can have thousands of /64 networks in it.
 */
export type Counted = 'address' | 'member' | 'caller' | 'visitor' | 'provider';

/** Allows `points` calls within `seconds`. Calls that use the same name share one limit. */
export interface RateLimit {
  name: string;
  points: number;
  seconds: number;
  by: Counted;
  /** Only calls whose body or query has this field count. Such a limit is checked after the body is read. */
  field?: string;
  /** Only uploads count. The limit is checked before their bytes are read. */
  upload?: true;
  /**
   * Calls over the limit are still answered, and this sentence of the API description says how; the handler finds the name in
   * `call.exceeded`. Checked after the body is read.
   */
  lenient?: string;
}

/**
 * The audit log entry that a call writes. `member` and `object` are paths to ids, such as `query.id`,
 * `body.id` or `reply.member.id`. With `each`, a path to a list in the reply (`reply.photos`), the call
 * writes one entry per item, and both paths start at the item. An entry that the handler writes itself
 * replaces this one.
 */
export interface Audit {
  act: string;
  /** For calls made while an operator types: identical entries are written at most once every ten minutes. */
  repeats?: true;
  each?: string;
  member?: string;
  object?: string;
  /**
   * Paths in the query and the body whose values are part of the entry. Search text (`query.find`) is only
   * recorded if it is a number or an id, because it may be a name or an address.
   */
  details?: readonly string[];
  /** For files: each download is recorded, even directly after an identical one. */
  isExport?: true;
}

interface OtherAccess {
  access: Exclude<Access, 'operator'>;
  roles?: never;
  scope?: never;
  bySite?: never;
}

interface OfficeAccess {
  access: 'operator';
  /**
   * The roles that may make an office call, besides the roles that may make every call. Other operators get
   * 403.
   */
  roles?: readonly NamedRole[];
  scope: SiteScope;
  /**
   * Of `listed` calls: lists and counts rows of several sites, so the site that an operator has chosen to look
   * at (`OFFICE_SITE_COOKIE`) limits it further.
   */
  bySite?: true;
}

interface Row {
  path: string;
  summary: string;
  /** Query parameter that selects this call among several with the same method and path (`?push=1`). */
  when?: string;
  query?: TSchema;
  body?: TSchema;
  /**
   * `multipart`: JSON, or a form with a file. `form`: a URL-encoded form, as gateways and browsers send it.
   */
  accepts?: 'multipart' | 'form';
  /** Only other systems make this call, so the browser's table of calls leaves it out. */
  external?: true;
  /** The handler also gets the body's bytes, for a signature over them. */
  rawBody?: true;
  limits?: readonly RateLimit[];
  audit?: Audit;
  /**
   * Office calls that a stolen session must not be able to make. They fail with `fresh_factor_required`
   * unless the session has shown a second factor in the last five minutes. Access tokens are exempt, because
   * creating one requires the factor.
   */
  stepUp?: true;
  /** The reply is an event stream or a file instead of JSON. */
  streams?: true;
  status: number;
  reply: TSchema;
}

interface ReadingRow extends Row {
  method: 'GET';
  /** For office calls: roles that may read everything, such as the auditor, can make this call. */
  reads?: true;
  changesState?: never;
}

interface ChangingRow extends Row {
  method: 'POST' | 'PUT' | 'DELETE';
  reads?: never;
  changesState?: never;
}

/**
 * A GET that changes state. Cross-site requests are rejected, as they are for other methods and for calls
 * with an audit entry.
 */
interface ChangingGetRow extends Row {
  method: 'GET';
  reads?: never;
  changesState: true;
}

export type Call = (ReadingRow | ChangingRow | ChangingGetRow) & (OfficeAccess | OtherAccess);
