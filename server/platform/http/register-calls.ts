import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calls, type Call, type CallName } from '#contract/calls.ts';
import { isLocale } from '#contract/lists/locales.ts';
import { scopesOfCall } from '#contract/lists/token-scopes.ts';
import { must } from '#contract/must.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { answerError, errorAnswer, type ErrorAnswer } from './answers.ts';
import { auditRefusal, callAudit, type RecordActs } from './call-audit.ts';
import { takeLimits } from './call-limits.ts';
import { assertInSites, type SitesOfThing } from './call-sites.ts';
import {
  assertFreshFactor,
  assertMayCall,
  asViewedRole,
  atChosenSite,
  bearerOf,
  cookieSession,
  tokenSession,
  type Authentication,
} from './caller.ts';
import {
  JsonText,
  type AuditNote,
  type CallContext,
  type CallInput,
  type CallRequest,
  type Handlers,
  type MemberSession,
  type UploadedFile,
} from './context.ts';
import {
  cookieName,
  cookiesFor,
  cookiesOfReply,
  cookieValue,
  type CookieWriter,
  hasOldName,
} from './cookies.ts';
import { isCrossSite } from './origin.ts';
import { keepRawBody, NO_BYTES, rawBodyOf } from './raw-body.ts';
import { Refusal, refuse } from './refusal.ts';
import { networkOf } from './request-line.ts';
import { redirectRetiredPaths } from './retired-paths.ts';
import { bodyTypeOf, isUpload, readMultipart, takeUploadTurn } from './uploads.ts';
import { bodyValidator, fieldsOf, queryValidator, type Validator } from './validation.ts';

type SiteOptions = Pick<Config, 'production' | 'publicUrl'>;

interface Options extends Authentication, SiteOptions {
  handlers: Partial<Handlers>;
  recordActs: RecordActs;
  sitesOf: SitesOfThing;
  /** Throws if the member must not use the call yet. */
  assertOpen(member: MemberSession, name: CallName, host: string): Promise<void>;
}

/** Calls that share a path differ in a query parameter. Internally, each has its own path. */
const innerPath = (call: Call) => (call.when ? `${call.path}/${call.when}` : call.path);

const variants: Call[] = Object.values<Call>(calls).filter((call) => call.when !== undefined);

/** For Fastify's `rewriteUrl`: maps `/api/user.php?push=1` to the route of its own call. */
export function rewriteVariants(url: string, method: string | undefined): string {
  for (const call of variants) {
    if (
      method === call.method &&
      call.when !== undefined &&
      url.startsWith(`${call.path}?`) &&
      new URLSearchParams(url.slice(call.path.length + 1)).has(call.when)
    )
      return innerPath(call) + url.slice(call.path.length);
  }
  return url;
}

/** The answer to a call within the process. `status` and the rest are those of the HTTP response. */
type CallAnswer = ErrorAnswer;

/**
 * Answers a GET call for the page's request that it belongs to, with the same checks, limits and serialisation as
 * its route. Cookies that the call sets are added to `setCookies`.
 */
type AnswerWithin = (request: CallRequest, setCookies: string[]) => Promise<CallAnswer>;

declare module 'fastify' {
  interface FastifyRequest {
    caller: MemberSession | null;
  }
  interface FastifyInstance {
    /**
     * How a call is answered within the process, by its rewritten path. Null for a call that only its route can
     * answer.
     */
    callWithin(path: string): AnswerWithin | null;
  }
}

/**
 * Registers every call of the contract with the checks that its row declares. Before the body is read, it
 * checks the origin, form bodies, the session, the role and the rate limits. Then follow schema validation,
 * limits by field, the sites of what an office call works on, the handler and the audit log. The reply is serialised by its schema, so a column that is
 * not in the contract cannot leave the server; outside production the reply's shape is checked too.
 */
export function registerCalls(http: FastifyInstance, options: Options): void {
  http.decorateRequest('caller', null);
  const within = new Map<string, { call: Call; answer: AnswerWithin }>();
  for (const name of Object.keys(calls) as CallName[]) {
    const handler = options.handlers[name];
    if (!handler) continue;
    const call: Call = calls[name];
    const answer = registerCall(http, name, handler as AnyHandler, options);
    if (call.method === 'GET' && isJson(call)) within.set(innerPath(call), { call, answer });
  }
  http.decorate('callWithin', (path) => {
    const found = within.get(path);
    // A serializer is compiled with the first reply of the route.
    return found && serializers.has(found.call.reply) ? found.answer : null;
  });
  redirectRetiredPaths(http);
  http.all('/api/*', () => {
    throw refuse('not_found');
  });
}

type AnyHandler = (input: CallInput<never>, call: CallContext<never>) => Promise<unknown>;

const isJson = (call: Call) => !call.streams && call.status !== 204;

function registerCall(
  http: FastifyInstance,
  name: CallName,
  handler: AnyHandler,
  options: Options,
): AnswerWithin {
  const call: Call = calls[name];
  const { admit, recordRefusal, answerCall } = stepsOf(name, handler, options);
  const checkBody = call.body && bodyValidator(call.body);
  const checkReply = !options.production && isJson(call) ? bodyValidator(call.reply) : undefined;

  http.route({
    method: call.method,
    url: innerPath(call),
    errorHandler: answerError,
    ...(call.rawBody ? { preParsing: keepRawBody } : {}),
    onRequest: (request) => admit(request),
    handler: async (request, reply) => {
      const endTurn = isUpload(request) ? await takeUploadTurn(request, uploaderOf(request)) : null;
      try {
        return await recordRefusal(request, () => answerRequest(request, reply));
      } finally {
        endTurn?.();
      }
    },
  });

  async function answerRequest(request: FastifyRequest, reply: FastifyReply) {
    const input = await readBody(request, reply, call, checkBody);
    const own: OwnResponse = { reply, rawBody: rawBodyOf(request) };
    const answer = await answerCall(request, input, cookiesOfReply(reply), own);
    if (reply.sent || call.streams) return reply;
    return sendReply(reply, call, answer, checkReply);
  }

  return async (request, setCookies) => {
    try {
      await admit(request);
      const work = () => answerCall(request, NO_BODY, cookiesFor(setCookies, http, options.production));
      const answer = await recordRefusal(request, work);
      const serializer = must(serializers.get(call.reply), `serializer of ${name}`);
      return { status: call.status, text: textOf(call, answer, serializer, checkReply) };
    } catch (error) {
      return errorAnswer(error, request.log, call.path);
    }
  };
}

/** The steps of a call, which its route and pages share. */
function stepsOf(name: CallName, handler: AnyHandler, options: Options) {
  const call: Call = calls[name];
  const scopes = scopesOfCall(name);
  const checkQuery = call.query && queryValidator(call.query);
  const lateLimits = (call.limits ?? []).filter(({ field, lenient }) => field !== undefined || lenient);
  const earlyLimits = (call.limits ?? []).filter((limit) => !lateLimits.includes(limit));
  const ownHost = new URL(options.publicUrl).hostname;
  return { admit, recordRefusal, answerCall };

  async function admit(request: CallRequest): Promise<void> {
    const token = bearerOf(request);
    if (token === null) refuseOtherSites(request, call, options);
    refuseForms(request, call);
    const member =
      token === null
        ? asViewedRole(await cookieSession(request, options), request, call)
        : await tokenSession(token, scopes, request, options);
    request.caller = call.bySite && token === null ? atChosenSite(member, request) : member;
    await recordRefusal(request, async () => {
      assertMayCall(member, call);
      if (member) await options.assertOpen(member, name, request.hostname);
      if (call.stepUp && token === null) await assertFreshFactor(member, options);
    });
    await takeLimits(request, earlyLimits, options.limits);
  }

  async function recordRefusal<T>({ caller }: CallRequest, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await auditRefusal({ name, call, caller }, error, options.recordActs);
      throw error;
    }
  }

  async function answerCall(
    request: CallRequest,
    { body, file }: ReadBody,
    cookies: CookieWriter,
    own: OwnResponse | null = null,
  ) {
    const query = checkQuery ? check(checkQuery, { ...(request.query as object) }) : undefined;
    const exceeded = await takeLimits(
      request,
      lateLimits.filter(({ field }) => field === undefined || has(body, field) || has(query, field)),
      options.limits,
    );
    const input = { query, body };
    const site = await assertInSites(call, request.caller, input, options.sitesOf);
    const audit = callAudit({ name, call, caller: request.caller, site }, input, options.recordActs);
    const answer = await handler(
      { query, body, file } as CallInput<never>,
      contextOf(request, {
        cookies,
        own,
        ownHost,
        exceeded,
        audit: audit.note,
        options,
      }) as CallContext<never>,
    );
    await audit.finish(answer);
    return answer;
  }
}

/** Another site's page must not change state. A token is not stored in a browser, so its calls are exempt. */
function refuseOtherSites(request: CallRequest, call: Call, site: SiteOptions): void {
  const changesState = call.method !== 'GET' || call.changesState || call.audit;
  if (changesState && call.accepts !== 'form' && isCrossSite(request, site)) throw refuse('cross_site');
}

/** Calls take JSON unless their row accepts another body. */
function refuseForms(request: CallRequest, call: Call): void {
  if (bodyTypeOf(request) === 'application/x-www-form-urlencoded' && call.accepts !== 'form')
    throw refuse('unsupported_body');
  if (isUpload(request) && call.accepts !== 'multipart') throw refuse('unsupported_body');
}

const has = (value: unknown, field: string): boolean =>
  typeof value === 'object' && value !== null && (value as Record<string, unknown>)[field] !== undefined;

interface ReadBody {
  body: unknown;
  file: UploadedFile | undefined;
}

const NO_BODY: ReadBody = { body: undefined, file: undefined };

async function readBody(
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  checkBody: Validator | undefined,
): Promise<ReadBody> {
  if (!checkBody || !call.body) return { body: request.body, file: undefined };
  if (!request.isMultipart()) return { body: check(checkBody, request.body), file: undefined };
  const { body, file } = await readMultipart(request, reply, call.body);
  return { body: check(checkBody, body), file };
}

const uploaderOf = ({ caller, ip }: FastifyRequest) => (caller ? `member ${caller.memberId}` : networkOf(ip));

function check(validate: Validator, value: unknown): unknown {
  const errors = validate(value);
  if (errors.length > 0) throw new Refusal('bad_request', {}, fieldsOf(errors));
  return value;
}

function sendReply(
  reply: FastifyReply,
  call: Call,
  answer: unknown,
  checkReply: Validator | undefined,
): FastifyReply {
  reply.code(call.status).header('cache-control', reply.getHeader('cache-control') ?? 'no-store');
  if (call.status === 204) return reply.send();
  const text = textOf(call, answer, serializerOf(reply, call.reply), checkReply);
  if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8');
  return reply.send(text);
}

function textOf(
  call: Call,
  answer: unknown,
  serializer: Serializer,
  checkReply: Validator | undefined,
): string {
  const isText = answer instanceof JsonText;
  const errors = checkReply?.(isText ? JSON.parse(answer.text) : answer) ?? [];
  if (errors.length > 0)
    throw new Error(
      `${call.method} ${call.path} returned a reply outside its schema: ${JSON.stringify(errors)}`,
    );
  return isText ? answer.text : serializer(answer);
}

type Serializer = (answer: unknown) => string;
const serializers = new WeakMap<object, Serializer>();

/** Compiles on first use: compiling the schemas of all calls took half of the processor time of `createSiteHttp`. */
function serializerOf(reply: FastifyReply, schema: object): Serializer {
  const known = serializers.get(schema);
  if (known) return known;
  const serializer = reply.compileSerializationSchema(schema as Record<string, unknown>) as Serializer;
  serializers.set(schema, serializer);
  return serializer;
}

/** What only a call with an HTTP response of its own has. */
interface OwnResponse {
  reply: FastifyReply;
  rawBody: Buffer;
}

interface Surroundings {
  cookies: CookieWriter;
  own: OwnResponse | null;
  /** Host of the main site. */
  ownHost: string;
  exceeded: ReadonlySet<string>;
  audit: AuditNote;
  options: Options;
}

function contextOf(
  request: CallRequest,
  { cookies, own, ownHost, exceeded, audit, options }: Surroundings,
): CallContext<MemberSession | null> {
  const member = request.caller;
  const cookieLocale = request.cookies['locale'];
  const clearOld = (name: string) => {
    if (hasOldName(request.cookies, name, options)) cookies.clear(name);
  };
  return {
    member,
    ip: networkOf(request.ip),
    userAgent: request.headers['user-agent'],
    host: member ? (member.host ?? ownHost) : request.hostname,
    locale: member?.language ?? (isLocale(cookieLocale) ? cookieLocale : null),
    cookie: (name) => cookieValue(request.cookies, name),
    hasOldCookie: (name) => hasOldName(request.cookies, name, options),
    setCookie: (name, value, cookieOptions) => {
      clearOld(name);
      cookies.set(cookieName(name, options), value, cookieOptions);
    },
    clearCookie: (name) => {
      clearOld(name);
      cookies.clear(cookieName(name, options));
    },
    cacheControl: (directives) => void own?.reply.header('cache-control', directives),
    log: request.log as Log,
    exceeded,
    audit,
    rawBody: own?.rawBody ?? NO_BYTES,
    assertFreshFactor: () => assertFreshFactor(member, options),
    request,
    get reply() {
      return must(own, 'response of its own for this call').reply;
    },
  };
}
