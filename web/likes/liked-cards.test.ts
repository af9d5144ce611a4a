import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { showLiked } from './liked-cards.ts';

const card = (id: number, liked?: boolean) => ({
  id,
  num_photos: 1,
  ...(liked === undefined ? {} : { liked }),
});

test('updates every cached card of a liked profile, on all pages, and nothing else', () => {
  const queries = new QueryClient();
  const other = { results: [card(2, true)], similar_results: [] };
  queries.setQueryData(['members', 'pages', {}], {
    pages: [{ results: [card(1, false), card(2, true)], similar_results: [card(1)] }, other],
    pageParams: [null],
  });
  queries.setQueryData(['member', { id: 3 }], { ...card(3, false), related: [card(1, false)] });
  const chats = { chats: [{ profile: card(1) }] };
  queries.setQueryData(['chats', {}], chats);
  showLiked(queries, 1, true);
  expect(queries.getQueryData(['members', 'pages', {}])).toEqual({
    pages: [{ results: [card(1, true), card(2, true)], similar_results: [card(1, true)] }, other],
    pageParams: [null],
  });
  expect(queries.getQueryData<{ pages: unknown[] }>(['members', 'pages', {}])!.pages[1]).toBe(other);
  expect(queries.getQueryData(['member', { id: 3 }])).toEqual({
    ...card(3, false),
    related: [card(1, true)],
  });
  expect(queries.getQueryData(['chats', {}])).toBe(chats);
});
