import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallBody, CallName, CallQuery, CallReply, Calls } from '#contract/calls.ts';
import type { Role, UserStatus } from '#contract/enums.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { TokenScope } from '#contract/token-scopes.ts';
import type { Db } from '../database/index.ts';
import type { Log } from '../log.ts';

/** Who calls, as the session says. */
export interface MemberSession {
  memberId: number;
  tokenHash: Buffer;
  status: UserStatus;
  /** What they may do as an operator: nothing, until the session has shown both factors. */
  roles: Role[];
  /** Works here, but this session has shown one factor only. */
  lacksFactor: boolean;
  language: Locale;
  /** Host of the site the member signed up on; null for members from before. */
  host: string | null;
}

/** Whom an access token speaks for, and what it opens. */
export interface TokenSession {
  /** The token's id. */
  token: string;
  scopes: readonly TokenScope[];
  session: MemberSession;
}

export interface CookieOptions {
  maxAgeSeconds: number;
  /** False only for what scripts must read (the locale). */
  httpOnly?: boolean;
}

/** What an act concerned, for its line in the audit log. */
export interface Noted {
  /** A finer name than the call's own. */
  act?: string;
  member?: number | null;
  object?: string | number | null;
  /** Ids, codes and amounts: no words of members. */
  details?: Record<string, unknown>;
}

/** Notes what an operator did, in the transaction that does it. */
export type AuditNote = (db: Db, noted?: Noted & { operator?: number }) => Promise<void>;

/** What a handler knows besides its input. `member` is null only in calls of access `public`. */
export interface CallContext<M = MemberSession> {
  member: M;
  /** Where the request comes from: an IPv4 address, or the /64 network of an IPv6 one, which is what one customer has. */
  ip: string;
  userAgent: string | undefined;
  /** Whose rules hold: the host of the site a member signed up on, wherever they call from; for a visitor that of the request, without the port. */
  host: string;
  /** The language for answers and mails: the member's, else the cookie's, else null. */
  locale: Locale | null;
  cookie(name: string): string | undefined;
  setCookie(name: string, value: string, options: CookieOptions): void;
  clearCookie(name: string): void;
  log: Log;
  /** Notes what an operator did. A call that is noted by its row and does not do so itself is noted after its handler. */
  audit: AuditNote;
  /** For event streams and files only; JSON answers are returned. */
  request: FastifyRequest;
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
  /** The file of a multipart body. */
  file: UploadedFile | undefined;
}

type MemberOf<K extends CallName> = Calls[K]['access'] extends 'public' ? MemberSession | null : MemberSession;

/** JSON text that a handler wrote itself; sent as it is. Outside production it is held against the reply's schema like any answer. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Answers one call of the contract: returns the reply's shape or throws a `Refusal`. */
export type Handler<K extends CallName> = (input: CallInput<K>, call: CallContext<MemberOf<K>>) => Promise<CallReply<K> | JsonText>;
export type Handlers = { [K in CallName]: Handler<K> };

/** A module's handlers, typed by the contract's table. */
export const handlers = <const K extends CallName>(table: { [P in K]: Handler<P> }) => table;
