import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { I18nextProvider } from '#web/i18n/translate.tsx';
import { createTranslator, textsFrom } from '#web/i18n/translator.ts';
import { type PageFacts, PageProvider } from '#web/page/page.tsx';
import { RouterFrame } from '#web/router/app-router.tsx';
import type { Navigation } from '#web/router/navigation.ts';
import { settingsQuery, userQuery } from '#web/session/queries.ts';
import { makeQueryClient } from '#web/session/query-client.ts';
import { runLoad } from '#web/session/screen-data.ts';
import * as books from './books.tsx';

const namespaces = Object.fromEntries(['common', ...books.handle.i18n].map((name) => [name, {}]));

afterEach(() => void vi.useRealTimers());

/** Opens the screen, and returns the months whose books it requests and the month in its field. */
async function open(search: string, time_zone: string) {
  const requested: unknown[] = [];
  const api = {
    call: async (_name: string, input: { query: { month: string } }) => {
      requested.push(input.query.month);
      return { month: input.query.month, revenue: [], credits: {} };
    },
  };
  const queries = makeQueryClient(api as never);
  queries.setQueryData(settingsQuery('liaison.example').queryKey, { time_zone } as never);
  queries.setQueryData(userQuery.queryKey, { roles: ['auditor'] } as never);
  const scope = { api: api as never, queries, locale: 'en' as const, sessionEnded: false };
  const url = new URL(`http://liaison.example/admin/books${search}`);
  await runLoad(books.load, scope, { params: {}, url });
  const location = { pathname: url.pathname, search, hash: '', state: null, key: 'default' };
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <PageProvider value={{ host: 'liaison.example' } as PageFacts}>
        <I18nextProvider i18n={createTranslator('en', textsFrom(namespaces))}>
          <RouterFrame navigation={{ locale: 'nl' } as Navigation} shown={{ location, matches: [] }}>
            <books.default />
          </RouterFrame>
        </I18nextProvider>
      </PageProvider>
    </QueryClientProvider>,
  );
  return { requested, shown: /type="month"[^>]*value="([^"]*)"/.exec(html)?.[1] };
}

test("opens the month that it is in the site's time zone, unless the URL names one", async () => {
  vi.useFakeTimers({ now: new Date('2026-11-30T23:30:00Z'), toFake: ['Date'] });
  expect(await open('', 'Europe/Amsterdam')).toEqual({ requested: ['2026-12'], shown: '2026-12' });
  expect(await open('', 'Europe/Lisbon')).toEqual({ requested: ['2026-11'], shown: '2026-11' });
  expect(await open('?month=2026-10', 'Europe/Amsterdam')).toEqual({
    requested: ['2026-10'],
    shown: '2026-10',
  });
  vi.setSystemTime(new Date('2027-01-01T02:00:00Z'));
  expect(await open('', 'America/New_York')).toEqual({ requested: ['2026-12'], shown: '2026-12' });
});
