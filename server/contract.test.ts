import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import fastify from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { calls, callsByModule, type Call, type CallName } from '#contract/calls.ts';
import { errors } from '#contract/errors.ts';
import { mayCall } from '#contract/lists/roles.ts';
import { serverCalls } from '#contract/server.ts';
import { modules } from '#server/modules.ts';
import { bodyValidator, queryValidator } from '#server/platform/http/validation.ts';
import type { Module } from '#server/platform/module.ts';
import { testApp, type Client } from '#support/app.ts';
import { plantWithBrowser } from '#support/members.ts';

// Tests the contract as a whole: every call exists, keeps its shape, and rejects malformed input and
// unauthorised callers.

const site = testApp();
const table = Object.entries(calls) as [CallName, Call][];

let anna: Client;
let bram: Client;
let operator: Client;

beforeAll(async () => {
  anna = await site.as('anna');
  bram = await site.as('bram', { gender: 'male', gender_sought: 'female', credits: 50 });
  operator = await site.as('olga');
  await site.db
    .updateTable('members')
    .set({ roles: ['owner'] })
    .where('id', '=', operator.memberId)
    .execute();
  const made = await bram.must('send', {
    body: { profile: anna.memberId, client_id: randomUUID(), text: 'Hallo Anna' },
  });
  await bram.must('like', { body: { profile: anna.memberId } });
  await anna.must('send', {
    body: { conversation: made.conversation.id, client_id: randomUUID(), text: 'Hallo Bram' },
  });
});

const folders = Object.keys(callsByModule) as (keyof typeof callsByModule)[];

test.each(folders)('handles in module %s exactly the calls of its contract file', async (folder) => {
  const { module } = (await import(`./${folder}/index.ts`)) as { module: Module };
  const handled = Object.keys(module.handlers?.(site.app) ?? {});
  expect(handled.sort()).toEqual(Object.keys(callsByModule[folder]).sort());
});

test('handles every call once, in a module or in the composition root', () => {
  const handled = modules.flatMap((module) => Object.keys(module.handlers?.(site.app) ?? {}));
  expect([...handled, ...Object.keys(serverCalls)].sort()).toEqual(Object.keys(calls).sort());
});

test.each(folders)('reads the calls of %s from the contract file of that name', async (folder) => {
  const tables: Record<string, unknown> = existsSync(`contract/${folder}.ts`)
    ? await import(`../contract/${folder}.ts`)
    : await import(`../contract/${folder}/calls.ts`);
  expect(Object.values(tables)).toContain(callsByModule[folder]);
});

test.each(table)('%s has schemas that compile', (_name, call) => {
  const validators = [
    ...[call.body, call.reply].filter((schema) => schema !== undefined).map(bodyValidator),
    ...(call.query ? [queryValidator(call.query)] : []),
  ];
  expect(() => validators.forEach((validate) => validate({}))).not.toThrow();
});

test('every reply has a schema that serialises', async () => {
  const http = fastify();
  http.get('/', (_request, reply) => {
    for (const [, { reply: schema, streams }] of table)
      if (!streams) reply.compileSerializationSchema(schema as object as Record<string, unknown>);
    return 'compiled';
  });
  expect((await http.inject('/')).body).toBe('compiled');
});

const reads: [CallName, () => Record<string, unknown>][] = [
  ['user', () => ({})],
  ['geocode', () => ({ lat: 52.09, lon: 5.12 })],
  ['settings', () => ({ host: 'localhost' })],
  ['chats', () => ({})],
  ['likes', () => ({})],
  ['autoLike', () => ({})],
  ['interests', () => ({})],
  ['regions', () => ({ country: 'NL' })],
  ['companyInfo', () => ({})],
  ['discountCode', () => ({ welcome: 'true' })],
  ['members', () => ({ gender: 'male', country: 'NL' })],
  ['member', () => ({ id: bram.memberId })],
  ['chat', () => ({ profile: bram.memberId })],
  ['swipe', () => ({})],
  ['gifts', () => ({})],
  ['icebreakers', () => ({ profile: bram.memberId })],
  ['packages', () => ({})],
  ['payments', () => ({})],
  ['statement', () => ({})],
  ['signupCheck', () => ({ email: 'x@gmial.com' })],
  ['blocks', () => ({})],
  ['health', () => ({})],
];

test.each(reads)('%s replies in its declared shape', async (name, query) => {
  const { status, body } = await anna.call(name, { query: query() });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(bodyValidator(calls[name].reply)(body)).toEqual([]);
});

describe('a request outside its schema', () => {
  const withBody = table.filter(([, call]) => call.body && call.accepts !== 'form' && isClosed(call));

  test.each(withBody)('%s reports an unknown key', async (name) => {
    const { status, body } = await operator.call(name, { body: { ...sample(name), surprise: 1 } });
    expect(status, JSON.stringify(body)).toBe(400);
    expect(body.error).toBe('bad_request');
    expect(body.fields).toHaveProperty('surprise', 'unknown');
  });

  const withRequired = withBody.filter(([, call]) => requiredOf(call).length > 0);
  test.each(withRequired)('%s reports a missing field', async (name, call) => {
    const { status, body } = await operator.call(name, { body: {} });
    expect(status).toBe(400);
    expect(requiredOf(call)).toContain(Object.keys(body.fields ?? {})[0]);
  });

  test.each(withRequired)('%s coerces nothing', async (name, call) => {
    const [field] = requiredOf(call);
    const { status, body } = await operator.call(name, {
      body: { ...sample(name), [field!]: { not: 'this' } },
    });
    expect(status).toBe(400);
    expect(Object.keys(body.fields ?? {})[0]).toContain(field);
  });

  test('reports a query parameter with a wrong value, and ignores an unknown one', async () => {
    expect((await anna.call('members', { query: { gender: 'neither' } })).body).toMatchObject({
      error: 'bad_request',
      fields: { gender: 'invalid' },
    });
    expect((await anna.call('members', { query: { gender: 'male', utm: 'x' } })).status).toBe(200);
  });
});

describe('who may call', () => {
  const forMembers = table.filter(([, { access }]) => access === 'member');
  test.each(forMembers)('%s is refused to a visitor', async (name) => {
    const { status, body } = await site
      .visitor()
      .call(name, { query: queryOf(name), body: calls[name].method === 'GET' ? undefined : sample(name) });
    expect([status, body.error]).toEqual([403, 'authentication_required']);
  });

  const writes = table.filter(
    ([, call]) => (call.method !== 'GET' || call.changesState || call.audit) && call.accepts !== 'form',
  );
  test.each(writes)('%s is refused across sites', async (name) => {
    const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const { status, body } = await anna.call(name, {
      body: calls[name].method === 'GET' ? undefined : sample(name),
      headers,
    });
    expect([status, body.error]).toEqual([403, 'cross_site']);
  });
});

test('refuses a body that is neither JSON nor a form, and never replies with HTML or a stack trace', async () => {
  const plain = await anna.request<{ error: string }>('POST', '/api/like.php', {
    payload: '{"profile":1}',
    headers: { 'content-type': 'text/plain' },
  });
  expect([plain.status, plain.body.error]).toEqual([400, 'unsupported_body']);
  const broken = await anna.request<{ error: string }>('POST', '/api/like.php', {
    payload: '{"profile":',
    headers: { 'content-type': 'application/json' },
  });
  expect([broken.status, broken.body.error]).toEqual([400, 'bad_request']);
  const nowhere = await anna.request<{ error: string }>('GET', '/api/nowhere.php');
  expect([nowhere.status, nowhere.body.error]).toEqual([404, 'not_found']);
});

describe('the OpenAPI document', () => {
  interface Document {
    openapi: string;
    info: { description: string };
    paths: Record<string, Record<string, { operationId: string }>>;
    components: { schemas: { Error: { properties: { error: { enum: string[] } } } } };
  }
  const read = async (client: Client) => (await client.request<Document>('GET', '/api/openapi.json')).body;
  const described = ({ paths }: Document) =>
    Object.values(paths)
      .flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
      .sort();
  const namesOf = (isShown: (call: Call) => boolean) =>
    table.flatMap(([name, call]) => (isShown(call) ? [name] : [])).sort();

  test('describes every call to the owner, and every error in the catalogue', async () => {
    const document = await read(await plantWithBrowser(site, { roles: ['owner'] }));
    expect(document.openapi).toBe('3.1.0');
    expect(described(document)).toEqual(namesOf(() => true));
    for (const [, { method, path, when }] of table)
      expect(document.paths[when ? `${path}?${when}=1` : path]).toHaveProperty(method.toLowerCase());
    expect(document.components.schemas.Error.properties.error.enum).toEqual(Object.keys(errors));
  });

  test('describes office calls only to the staff who may make them', async () => {
    for (const client of [site.visitor(), await site.as('otto')]) {
      const document = await read(client);
      expect(described(document)).toEqual(namesOf(({ access }) => access !== 'operator'));
      expect(document.info.description).not.toContain('admin:');
    }
    const document = await read(await plantWithBrowser(site, { roles: ['editor'] }));
    expect(described(document)).toEqual(
      namesOf((call) => call.access !== 'operator' || mayCall(['editor'], call)),
    );
  });
});

interface ObjectSchema {
  type?: string;
  additionalProperties?: boolean;
  required?: string[];
  properties?: Record<string, Schema>;
}
type Schema = ObjectSchema & {
  enum?: unknown[];
  format?: string;
  const?: unknown;
  minimum?: number;
  items?: Schema;
  anyOf?: Schema[];
  pattern?: string;
};

const bodyOf = (call: Call) => call.body as Schema;
const isClosed = (call: Call) => bodyOf(call).additionalProperties === false;
const requiredOf = (call: Call) => bodyOf(call).required ?? [];

/** A valid body with every required field, generated from the schema. */
function sample(name: CallName): Record<string, unknown> {
  const schema = (calls[name] as Call).body as Schema | undefined;
  return schema ? (valueOf(schema.anyOf?.[0] ?? schema) as Record<string, unknown>) : {};
}

function queryOf(name: CallName): Record<string, unknown> {
  const schema = (calls[name] as Call).query as Schema | undefined;
  return schema ? (valueOf(schema) as Record<string, unknown>) : {};
}

function valueOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return valueOf(schema.anyOf[0]!);
  if (schema.format === 'uuid') return randomUUID();
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object')
    return Object.fromEntries((schema.required ?? []).map((key) => [key, valueOf(schema.properties![key]!)]));
  if (type === 'array') return [];
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1);
  return type === 'boolean' ? true : 'x';
}
