import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { calls, type Call } from '#contract/calls.ts';
import { errors } from '#contract/errors.ts';
import { mayCall } from '#contract/lists/roles.ts';
import { mayWrite, scopesOfCall, type TokenScope, tokenScopes } from '#contract/lists/token-scopes.ts';
import { bearerOf, cookieSession, type Authentication } from './caller.ts';

/** The calls of visitors and members, and those office calls that these roles may make. */
function openApiDocument(roles: readonly string[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, call] of Object.entries(calls) as [string, Call][]) {
    if (call.access === 'operator' && !mayCall(roles, call)) continue;
    const path = call.when ? `${call.path}?${call.when}=1` : call.path;
    (paths[path] ??= {})[call.method.toLowerCase()] = operation(name, call);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Liaison', version: '1.0.0', description: descriptionFor(roles) },
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-auth',
          description: '`auth` on a site without TLS, such as one under development.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token: a member makes one in the settings, an operator at `/admin/tokens`.',
        },
      },
      schemas: { Error: errorSchema },
    },
  };
}

const descriptionFor = (roles: readonly string[]) =>
  [
    'JSON in and out, snake_case, UTF-8. The session is the cookie `auth`. Programs send an access token instead: `Authorization: Bearer liaison_…`.',
    'A token makes only the calls that its scopes name:',
    '',
    ...Object.entries(tokenScopes).flatMap(([scope, { for: who, calls: opened }]) =>
      who === 'member' || roles.length > 0
        ? [
            `- \`${scope}\` (${who}${mayWrite(scope as TokenScope) ? ', writes' : ''}): ${opened.map((name) => `\`${name}\``).join(', ')}`,
          ]
        : [],
    ),
    '',
    'A token may make 600 calls in 600 seconds. It ends by its date, when it is revoked, and with every change of the password.',
  ].join('\n');

const errorSchema = {
  type: 'object',
  required: ['error', 'message'],
  properties: {
    error: { type: 'string', enum: Object.keys(errors) },
    message: { type: 'string' },
    params: { type: 'object' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

function operation(name: string, call: Call) {
  const content =
    call.accepts === 'multipart' ? ['application/json', 'multipart/form-data'] : ['application/json'];
  return {
    operationId: name,
    summary: call.summary,
    ...describe(call),
    ...(call.access !== 'public' && {
      security: [{ session: [] }, ...scopesOfCall(name).map((scope) => ({ token: [scope] }))],
    }),
    ...(call.query && { parameters: queryParameters(call.query) }),
    ...(call.body && {
      requestBody: {
        required: true,
        content: Object.fromEntries(content.map((type) => [type, { schema: call.body }])),
      },
    }),
    responses: {
      [call.status]:
        call.status === 204
          ? { description: 'Done' }
          : { description: 'Success', content: { 'application/json': { schema: call.reply } } },
      default: {
        description: 'An error of the catalogue',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function describe({ access, roles, limits, audit }: Call) {
  const who = access === 'operator' ? [`For operators: ${['owner', ...(roles ?? [])].join(', ')}.`] : [];
  const often = (limits ?? []).map(({ points, seconds, by, field, upload, lenient }) => {
    const what = upload ? 'uploads' : field === undefined ? 'calls' : `calls with \`${field}\``;
    const most = `At most ${points} ${what} in ${seconds} seconds by ${by}.`;
    return lenient ? `${most} ${lenient}` : most;
  });
  const noted = audit ? [`Recorded in the audit log as \`${audit.act}\`.`] : [];
  const lines = [...who, ...often, ...noted];
  return {
    ...(lines.length > 0 && { description: lines.join(' ') }),
    ...(roles && { 'x-roles': ['owner', ...roles] }),
    ...(limits && { 'x-limits': limits }),
    ...(audit && { 'x-audit': audit.act }),
  };
}

function queryParameters(query: TSchema) {
  const { properties = {}, required = [] } = query as {
    properties?: Record<string, TSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

const DOCS = '/api/docs';

/**
 * GET /api/openapi.json describes the calls of visitors and members to everybody. Office calls, which answer
 * strangers 404, are described only to the staff who may make them.
 */
export function registerDocs(http: FastifyInstance, authentication: Authentication): void {
  const documents = new Map<string, Buffer>();
  http.get('/api/openapi.json', async (request, reply) => {
    const roles = await rolesOf(request, authentication);
    const key = roles.toSorted().join();
    const document = documents.get(key) ?? Buffer.from(JSON.stringify(openApiDocument(roles)));
    documents.set(key, document);
    return reply.type('application/json; charset=utf-8').send(document);
  });
  const pageOf = keptPages();
  const answer = async (request: FastifyRequest<{ Params: { '*'?: string } }>, reply: FastifyReply) => {
    // The router takes `/api/docs/` for `/api/docs`, which the documentation redirects to `/api/docs/`.
    const isFolder = /^[^?]*\/(\?|$)/.test(request.url);
    const { status, headers, body } = await pageOf(request.params['*'] ?? (isFolder ? '' : undefined));
    return reply.code(status).headers(headers).send(body);
  };
  http.get(DOCS, answer);
  http.get(`${DOCS}/*`, answer);
}

interface DocsPage {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * Reads the pages and files of the documentation by their decoded path below `/api/docs`. Its script has 4 MB,
 * so each file exists once in memory: a copy for each of several hundred slow readers would exhaust it.
 */
function keptPages(): (path: string | undefined) => Promise<DocsPage> {
  // The documentation takes 17 MB of memory and is rarely opened, so it is loaded on demand.
  let pages: Promise<FastifyInstance> | undefined;
  const kept = new Map<string, Promise<DocsPage>>();
  const read = async (url: string): Promise<DocsPage> => {
    const { statusCode, headers, rawPayload } = await (
      await (pages ??= loadPages())
    ).inject({ method: 'GET', url });
    const named = (['content-type', 'location'] as const).flatMap((name) =>
      typeof headers[name] === 'string' ? [[name, headers[name]] as const] : [],
    );
    return { status: statusCode, headers: Object.fromEntries(named), body: rawPayload };
  };
  return async (path) => {
    const url = path === undefined ? DOCS : `${DOCS}/${encodeURI(path)}`;
    const page = kept.get(url) ?? read(url);
    kept.set(url, page);
    const forget = () => void kept.delete(url);
    // Only existing files are kept, because a client can ask for any number of others.
    await page.then(({ status }) => status !== 200 && forget(), forget);
    return page;
  };
}

async function rolesOf(request: FastifyRequest, authentication: Authentication): Promise<readonly string[]> {
  const token = bearerOf(request);
  const session =
    token === null
      ? await cookieSession(request, authentication)
      : (await authentication.authenticateToken(token, request.hostname))?.session;
  return session && !session.lacksFactor ? session.roles : [];
}

async function loadPages(): Promise<FastifyInstance> {
  const pages = fastify();
  await pages.register((await import('@scalar/fastify-api-reference')).default, {
    routePrefix: DOCS,
    configuration: { url: '/api/openapi.json', withDefaultFonts: false },
  });
  return pages;
}
