import { expect, test } from 'vitest';
import { loader } from './sitemap.ts';

test('the sitemap names public pages and nobody', async () => {
  const text = await loader({ request: new Request('https://example.test/sitemap.xml') } as Parameters<typeof loader>[0]).text();
  const paths = [...text.matchAll(/<loc>https:\/\/example\.test([^<]*)<\/loc>/g)].map((match) => match[1]!);
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => /\/(?:members?|chats?|likes|photos)\b|\d{2,}/.test(path))).toEqual([]);
});
