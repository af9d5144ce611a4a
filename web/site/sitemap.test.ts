import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { sitemap } from './sitemap.ts';

function pathsOf(languages: string[], own = 'nl'): string[] {
  const queries = new QueryClient();
  queries.setQueryData(['settings'], { languages, domain_language: own });
  const { body } = sitemap({ origin: 'https://example.test', queries } as never);
  return [...body.matchAll(/<loc>https:\/\/example\.test([^<]*)<\/loc>/g)].map((match) => match[1]!);
}

test('lists public pages and no members', () => {
  const paths = pathsOf(['nl', 'en', 'de']);
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => /\/(?:members?|chats?|likes|photos)\b|\d{2,}/.test(path))).toEqual([]);
});

test('lists only the languages the site offers', () => {
  const paths = pathsOf(['nl', 'de']);
  expect(paths).toContain('/de/login');
  expect(paths.filter((path) => path.startsWith('/en'))).toEqual([]);
});

test('omits Dutch pages on hosts with another language, where their URLs redirect', () => {
  const paths = pathsOf(['nl', 'de'], 'de');
  expect(paths).toContain('/de/login');
  expect(paths.filter((path) => !path.startsWith('/de'))).toEqual([]);
});
