import { QueryClient } from '@tanstack/react-query';
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { scopeContext } from '#web/session/screen-data.ts';
import { loader } from './sitemap.ts';

async function sitemap(languages: string[], own = 'nl'): Promise<string[]> {
  const queries = new QueryClient();
  queries.setQueryData(['settings'], { languages, domain_language: own });
  const context = new RouterContextProvider();
  context.set(scopeContext, { queries } as never);
  const text = await loader({
    request: new Request('https://example.test/sitemap.xml'),
    context,
  } as unknown as Parameters<typeof loader>[0]).text();
  return [...text.matchAll(/<loc>https:\/\/example\.test([^<]*)<\/loc>/g)].map((match) => match[1]!);
}

test('lists public pages and no members', async () => {
  const paths = await sitemap(['nl', 'en', 'de']);
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => /\/(?:members?|chats?|likes|photos)\b|\d{2,}/.test(path))).toEqual([]);
});

test('lists only the languages the site offers', async () => {
  const paths = await sitemap(['nl', 'de']);
  expect(paths).toContain('/de/login');
  expect(paths.filter((path) => path.startsWith('/en'))).toEqual([]);
});

test('omits Dutch pages on hosts with another language, where their URLs redirect', async () => {
  const paths = await sitemap(['nl', 'de'], 'de');
  expect(paths).toContain('/de/login');
  expect(paths.filter((path) => !path.startsWith('/de'))).toEqual([]);
});
