import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallBody, CallName, CallQuery, CallReply, Calls } from '#contract/calls.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { Role } from '#contract/lists/roles.ts';
import type { TokenScope } from '#contract/lists/token-scopes.ts';
import type { UserStatus } from '#contract/membership/user.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { Db } from '../database/index.ts';
import type { Log } from '../log.ts';

export interface MemberSession {
  memberId: number;
  tokenHash: Buffer;
  status: UserStatus;
  /** The member's roles as an operator. Empty until the session has verified both factors. */
  roles: Role[];
  /** The sites that the roles apply to; null for all, and for members. */
  sites: Sites;
  /** The languages of the members whose work an operator gets; empty for all, and for members. */
  languages: readonly string[];
  /** True for an operator whose session has verified only one factor. */
  lacksFactor: boolean;
  token?: string;
  /** The member has withdrawn the consent to the use of intimate data. */
  consentWithdrawn: boolean;
  language: Locale;
  /** Host of the site the member signed up on. Null, for imported members and staff, is the default site. */
  host: string | null;
  /** The pool of that site. A session counts only on hosts of this pool. */
  pool: number;
}

export interface TokenSession {
  token: string;
  scopes: readonly TokenScope[];
  session: MemberSession;
}

export interface CookieOptions {
  maxAgeSeconds: number;
  /** False only for cookies that scripts must read (the locale). */
  httpOnly?: boolean;
}

export interface Noted {
  /** The site that the act concerns. By default that of `member`, else that of what the call works on. */
  site?: string | null;
  act?: string;
  member?: number | null;
  object?: string | number | null;
  /** Ids, codes and amounts, never members' texts. */
  details?: Record<string, unknown>;
}

export type AuditNote = (db: Db, noted?: Noted & { operator?: number }) => Promise<void>;

/** The part of a request that calls read. A page's calls within the process have no request of their own. */
export type CallRequest = Pick<
  FastifyRequest,
  'url' | 'headers' | 'cookies' | 'host' | 'hostname' | 'ip' | 'log' | 'raw' | 'query' | 'caller'
>;

/** The request context of a handler. `member` is null only in calls with access `public`. */
export interface CallContext<M = MemberSession> {
  member: M;
  /** The caller's IPv4 address or IPv6 /64 network. Providers assign one of these to each customer. */
  ip: string;
  userAgent: string | undefined;
  /**
   * The host whose rules apply: for a member the site of the signup or else the default site, whatever host
   * the request names; for a visitor the host of the request, without the port.
   */
  host: string;
  locale: Locale | null;
  cookie(name: string): string | undefined;
  /** Returns whether the browser sent this cookie under its former name, without the `__Host-` prefix. */
  hasOldCookie(name: string): boolean;
  setCookie(name: string, value: string, options: CookieOptions): void;
  clearCookie(name: string): void;
  /** Allows the browser to cache the reply; by default it must not. */
  cacheControl(directives: string): void;
  log: Log;
  exceeded: ReadonlySet<string>;
  /**
   * Records an operator's act. If the row declares an act and the handler does not record it, it is recorded
   * after the handler.
   */
  audit: AuditNote;
  /**
   * For calls that need a fresh second factor only for some input; other calls declare it in their row
   * (`stepUp`). Throws `fresh_factor_required` if the session has not recently used a second factor.
   */
  assertFreshFactor(): Promise<void>;
  /** The body's bytes as they arrived, of calls whose row says `rawBody`. Empty for others. */
  rawBody: Buffer;
  request: CallRequest;
  /** For event streams, redirects and files only. Handlers return JSON replies. */
  reply: FastifyReply;
}

export interface UploadedFile {
  field: string;
  filename: string;
  content: Buffer;
}

export interface CallInput<K extends CallName> {
  query: CallQuery<K>;
  body: CallBody<K>;
  file: UploadedFile | undefined;
}

type MemberOf<K extends CallName> = Calls[K]['access'] extends 'public'
  ? MemberSession | null
  : MemberSession;

/**
 * JSON text that a handler built itself, sent unchanged. Outside production it is validated against the
 * reply's schema like any reply.
 */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Handles one call of the contract: returns the reply or throws a `Refusal`. */
export type Handler<K extends CallName> = (
  input: CallInput<K>,
  call: CallContext<MemberOf<K>>,
) => Promise<CallReply<K> | JsonText>;
export type Handlers = { [K in CallName]: Handler<K> };

export const handlers = <const K extends CallName>(table: { [P in K]: Handler<P> }) => table;
