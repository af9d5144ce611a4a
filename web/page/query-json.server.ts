import { dehydrate, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import type { Transport } from '#web/api.ts';

/** The JSON of replies, by the bodies parsed from it. */
const texts = new WeakMap<object, string>();

/** Remembers the JSON of each reply, so that `queriesJson` does not have to write it again. */
export const rememberingText =
  (transport: Transport): Transport =>
  async (call) => {
    const reply = await transport(call);
    if (reply?.text && typeof reply.body === 'object' && reply.body !== null)
      texts.set(reply.body, reply.text);
    return reply;
  };

/** The dehydrated queries as JSON. */
export function queriesJson(client: QueryClient): string {
  const { mutations, queries } = dehydrate(client);
  const written = queries.map(
    ({ state: { data, ...state }, ...query }) =>
      `{"state":{"data":${dataJson(data)},${membersOf(state)}},${membersOf(query)}}`,
  );
  return `{"mutations":${JSON.stringify(mutations)},"queries":[${written.join()}]}`;
}

const membersOf = (value: object) => JSON.stringify(value).slice(1, -1);

const isPages = (data: object): data is InfiniteData<unknown> =>
  Object.keys(data).join() === 'pages,pageParams' && Array.isArray((data as InfiniteData<unknown>).pages);

/** Data of a query is a reply, or a list of pages of replies. Any other data is serialized. */
function dataJson(data: unknown): string {
  if (typeof data !== 'object' || data === null) return JSON.stringify(data);
  const text = texts.get(data);
  if (text !== undefined) return text;
  if (!isPages(data)) return JSON.stringify(data);
  return `{"pages":[${data.pages.map(dataJson).join()}],"pageParams":${JSON.stringify(data.pageParams)}}`;
}
