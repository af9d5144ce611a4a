import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { RateLimit } from '#contract/call.ts';
import { calls, type Call, type CallName } from '#contract/calls.ts';
import { hasRole } from '#contract/enums.ts';
import { isLocale } from '#contract/lists/locales.ts';
import { scopeOfCall, type TokenScope } from '#contract/token-scopes.ts';
import type { Limits } from '../limits.ts';
import type { Log } from '../log.ts';
import { answerError } from './answers.ts';
import { callAudit, type RecordActs } from './call-audit.ts';
import { JsonText, type AuditNote, type CallContext, type CallInput, type Handlers, type MemberSession, type TokenSession } from './context.ts';
import { isCrossSite } from './origin.ts';
import { Refusal, refuse } from './refusal.ts';
import { readMultipart } from './uploads.ts';
import { networkOf } from './request-line.ts';
import { bodyValidator, fieldsOf, queryValidator } from './validation.ts';

interface Options {
  production: boolean;
  handlers: Partial<Handlers>;
  /** The session behind the `auth` cookie, or null. */
  authenticate(cookie: string): Promise<MemberSession | null>;
  /** Whom an access token speaks for, or null. */
  authenticateToken(token: string): Promise<TokenSession | null>;
  limits: Limits;
  /** Writes lines of the audit log. */
  recordActs: RecordActs;
}

/** Calls that share a path are told apart by a query parameter; inside, each has a path of its own. */
const innerPath = (call: Call) => (call.when ? `${call.path}/${call.when}` : call.path);

const variants = (Object.values(calls) as Call[]).filter((call) => call.when !== undefined);

/** For Fastify's `rewriteUrl`: sends `/api/user.php?push=1` to its own route. */
export function rewriteVariants(url: string, method: string | undefined): string {
  for (const call of variants) {
    if (method === call.method && url.startsWith(`${call.path}?`) && new URLSearchParams(url.slice(call.path.length + 1)).has(call.when!))
      return innerPath(call) + url.slice(call.path.length);
  }
  return url;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, found before the body is read. */
    caller: MemberSession | null;
  }
}

/**
 * Registers every call of the contract with all that its row says. Before a byte of the body is read: other sites, form
 * bodies, session, role and rate limits. Then schema, the limits that go by a field, the handler, the line in the audit
 * log, and the reply, which is serialised by its schema: a column is serialised by its schema, so a column that is not in the contract cannot leave the house; outside production its shape is checked too.
 */
export function registerCalls(http: FastifyInstance, options: Options): void {
  http.decorateRequest('caller', null);
  for (const name of Object.keys(calls) as CallName[]) {
    const handler = options.handlers[name];
    if (handler) registerCall(http, calls[name] as Call, scopeOfCall(name), handler as AnyHandler, options);
  }
  http.all('/api/*', () => {
    throw refuse('not_found');
  });
}

type AnyHandler = (input: CallInput<never>, call: CallContext<never>) => Promise<unknown>;

function registerCall(http: FastifyInstance, call: Call, scope: TokenScope | undefined, handler: AnyHandler, options: Options): void {
  const checkQuery = call.query && queryValidator(call.query);
  const checkBody = call.body && bodyValidator(call.body);
  const limits = call.limits ?? [];
  const checkReply = !options.production && !call.streams && call.status !== 204 ? bodyValidator(call.reply) : undefined;

  http.route({
    method: call.method,
    url: innerPath(call),
    ...(!call.streams && call.status !== 204 && { schema: { response: { [call.status]: call.reply } } }),
    errorHandler: answerError,
    onRequest: async (request) => {
      const changesState = call.method !== 'GET' || call.changesState || call.audit;
      // A program's token is in no browser: nobody can be made to send it.
      const token = bearerOf(request);
      if (token === null && changesState && call.accepts !== 'form' && isCrossSite(request, options.production)) throw refuse('cross_site');
      refuseForms(request, call);
      const member = token === null ? await sessionOf(request, options) : await tokenSession(token, scope, request, options);
      request.caller = admit(member, call);
      await within(
        request,
        limits.filter(({ field }) => field === undefined),
        options,
      );
    },
    handler: async (request, reply) => {
      const member = request.caller;
      const query = checkQuery ? check(checkQuery, { ...(request.query as object) }) : undefined;
      const { body, file } = await readBody(request, call, checkBody, member);
      await within(
        request,
        limits.filter(({ field }) => field !== undefined && (has(body, field) || has(query, field))),
        options,
      );
      const audit = callAudit(call, member?.memberId, options.recordActs);
      const answer = await handler({ query, body, file } as CallInput<never>, contextOf(request, reply, member, audit.note) as CallContext<never>);
      await audit.finish({ query, body, reply: answer });
      if (reply.sent || call.streams) return reply;
      reply.code(call.status).header('cache-control', reply.getHeader('cache-control') ?? 'no-store');
      if (call.status === 204) return reply.send();
      if (answer instanceof JsonText && checkReply && !checkReply(JSON.parse(answer.text)))
        throw new Error(`${call.method} ${call.path} answers outside its schema: ${JSON.stringify(checkReply.errors)}`);
      if (answer instanceof JsonText) return reply.type('application/json; charset=utf-8').send(answer.text);
      if (checkReply && !checkReply(answer)) throw new Error(`${call.method} ${call.path} answers outside its schema: ${JSON.stringify(checkReply.errors)}`);
      return reply.send(answer);
    },
  });
}

async function sessionOf(request: FastifyRequest, options: Options): Promise<MemberSession | null> {
  const cookie = request.cookies['auth'];
  return cookie ? options.authenticate(cookie) : null;
}

/** The token of `Authorization: Bearer`; null where there is none. Beside one the cookie does not count. */
const bearerOf = ({ headers }: FastifyRequest): string | null => /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null;

/** Calls of one token, and wrong tokens of one address. */
const TOKEN_CALLS = { points: 600, seconds: 600 };
const WRONG_TOKENS = { points: 60, seconds: 900 };

/** Whom a token speaks for. Refuses `token_invalid`, `too_many_requests`, and `token_scope` for a call that the token was not made for. */
async function tokenSession(token: string, scope: TokenScope | undefined, request: FastifyRequest, options: Options): Promise<MemberSession> {
  const found = await options.authenticateToken(token);
  const limit = found ? options.limits.limit('token', TOKEN_CALLS) : options.limits.limit('token wrong', WRONG_TOKENS);
  const wait = await limit.take(found ? found.token : networkOf(request.ip));
  if (wait !== null) throw refuse('too_many_requests', undefined, wait);
  if (!found) throw refuse('token_invalid');
  if (scope === undefined || !found.scopes.includes(scope)) throw refuse('token_scope');
  return found.session;
}

/** Whether this caller may make the call at all. */
function admit(member: MemberSession | null, call: Call): MemberSession | null {
  if (call.access === 'operator') {
    if (member?.lacksFactor) throw refuse('second_factor_required');
    if (!member || member.roles.length === 0) throw refuse('not_found');
    if (!hasRole(member.roles, call.roles ?? [])) throw refuse('role_required');
  }
  if (call.access === 'member' && !member) throw refuse('authentication_required');
  return member;
}

/** JSON is the rule; what else a call takes stands in its row. */
function refuseForms(request: FastifyRequest, call: Call): void {
  const type = request.headers['content-type'] ?? '';
  if (type.includes('application/x-www-form-urlencoded') && call.accepts !== 'form') throw refuse('unsupported_body');
  if (request.isMultipart() && call.accepts !== 'multipart') throw refuse('unsupported_body');
}

/** Takes from each limit that counts this caller. Refuses `too_many_requests`. */
async function within(request: FastifyRequest, limits: readonly RateLimit[], options: Options): Promise<void> {
  for (const { name, points, seconds, by, upload } of limits) {
    const key = upload && !request.isMultipart() ? null : counted(request, by);
    const wait = key === null ? null : await options.limits.limit(name, { points, seconds }).take(key);
    if (wait !== null) throw refuse('too_many_requests', undefined, wait);
  }
}

function counted({ caller, ip }: FastifyRequest, by: RateLimit['by']): string | null {
  const member = caller && `member ${caller.memberId}`;
  const address = `address ${networkOf(ip)}`;
  return { address, member, caller: member ?? address, visitor: caller ? null : address }[by];
}

const has = (value: unknown, field: string): boolean => typeof value === 'object' && value !== null && (value as Record<string, unknown>)[field] !== undefined;

async function readBody(request: FastifyRequest, call: Call, checkBody: ValidateFunction | undefined, member: MemberSession | null) {
  if (!checkBody) return { body: request.body, file: undefined };
  if (!request.isMultipart()) return { body: check(checkBody, request.body), file: undefined };
  const { body, file } = await readMultipart(request, call.body!, uploader(request, member));
  return { body: check(checkBody, body), file };
}

/** Who sends a file, for what one sender may send at once. */
const uploader = (request: FastifyRequest, member: MemberSession | null) => (member ? `member ${member.memberId}` : networkOf(request.ip));

function check(validate: ValidateFunction, value: unknown): unknown {
  if (!validate(value)) throw new Refusal('bad_request', {}, fieldsOf(validate.errors));
  return value;
}

function contextOf(request: FastifyRequest, reply: FastifyReply, member: MemberSession | null, audit: AuditNote): CallContext<MemberSession | null> {
  const cookieLocale = request.cookies['locale'];
  return {
    member,
    ip: networkOf(request.ip),
    userAgent: request.headers['user-agent'],
    host: member?.host ?? request.hostname,
    locale: member?.language ?? (isLocale(cookieLocale) ? cookieLocale : null),
    cookie: (name) => request.cookies[name],
    setCookie: (name, value, { maxAgeSeconds, httpOnly = true }) =>
      void reply.setCookie(name, value, { path: '/', maxAge: maxAgeSeconds, httpOnly, sameSite: 'lax' }),
    clearCookie: (name) => void reply.clearCookie(name, { path: '/' }),
    log: request.log as Log,
    audit,
    request,
    reply,
  };
}
