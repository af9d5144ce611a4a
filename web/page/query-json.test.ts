import { dehydrate } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createApi } from '#web/api.ts';
import { callPages, callQuery, makeQueryClient } from '#web/session/query-client.ts';
import { queriesJson, rememberingText } from './query-json.server.ts';

/** Replies with JSON that `JSON.stringify` would write differently. */
const transport = rememberingText(async ({ path }) => {
  const text = `{ "next": null, "path": "${path} \\u003cb> Łucja" }`;
  return { status: 200, retryAfter: null, body: JSON.parse(text), text };
});

test('writes replies as they came, and data that has changed since as it is now', async () => {
  const client = makeQueryClient(createApi(transport));
  await client.fetchQuery(callQuery('companyInfo'));
  await client.fetchQuery(callQuery('likes'));
  await client.fetchInfiniteQuery(callPages('members', { sort: 'newest' }));
  client.setQueryData(callQuery('likes').queryKey, (likes) => likes && { ...likes, profiles: [] });
  client.setQueryData(['nobody'], null);
  client.setQueryData(['pages of another kind'], { pages: 3 });
  client.setQueryData(['pages without parameters'], { pages: [] });

  const json = queriesJson(client);
  const now = Date.now();
  const withoutTimes = (text: string) =>
    JSON.parse(text, (key, value) => (key.endsWith('At') && value > 0 ? now : value));
  expect(withoutTimes(json)).toEqual(withoutTimes(JSON.stringify(dehydrate(client))));
  expect(json.match(/\{ "next": null, "path": "[^"]*" \}/g)).toHaveLength(2);
});
