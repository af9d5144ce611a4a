import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { calls, type Call } from '#contract/calls.ts';
import { errors } from '#contract/errors.ts';
import { scopeOfCall, tokenScopes } from '#contract/lists/token-scopes.ts';

export function openApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, call] of Object.entries(calls) as [string, Call][]) {
    const path = call.when ? `${call.path}?${call.when}=1` : call.path;
    (paths[path] ??= {})[call.method.toLowerCase()] = operation(name, call);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Liaison', version: '1.0.0', description },
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

const description = [
  'JSON in and out, snake_case, UTF-8. The session is the cookie `auth`. Programs send an access token instead: `Authorization: Bearer liaison_…`.',
  'A token reads, and only what its scopes name:',
  '',
  ...Object.entries(tokenScopes).map(
    ([scope, { for: who, calls: opened }]) =>
      `- \`${scope}\` (${who}): ${opened.map((name) => `\`${name}\``).join(', ')}`,
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
  const scope = scopeOfCall(name);
  return {
    operationId: name,
    summary: call.summary,
    ...describe(call),
    ...(call.access !== 'public' && {
      security: [{ session: [] }, ...(scope ? [{ token: [scope] }] : [])],
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
    const over = lenient ? ' Calls over it are answered, but not counted.' : '';
    return `At most ${points} ${what} in ${seconds} seconds by ${by}.${over}`;
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

export async function registerDocs(http: FastifyInstance): Promise<void> {
  const document = openApiDocument();
  http.get('/api/openapi.json', () => document);
  // The documentation takes 17 MB of memory and is rarely opened, so it is loaded on demand.
  let pages: Promise<FastifyInstance> | undefined;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const page = await (await (pages ??= loadPages())).inject({ method: 'GET', url: request.url });
    for (const name of ['content-type', 'location'] as const)
      if (page.headers[name]) reply.header(name, page.headers[name]);
    return reply.code(page.statusCode).send(page.rawPayload);
  };
  http.get(DOCS, answer);
  http.get(`${DOCS}/*`, answer);
}

async function loadPages(): Promise<FastifyInstance> {
  const pages = fastify();
  await pages.register((await import('@scalar/fastify-api-reference')).default, {
    routePrefix: DOCS,
    configuration: { url: '/api/openapi.json', withDefaultFonts: false },
  });
  return pages;
}
