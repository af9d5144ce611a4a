import '@vitejs/plugin-react/preamble';
import { hydrate, QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from '#web/i18n/translate.tsx';
import { assetsInDocument, AssetsProvider } from '#web/page/page-assets.ts';
import { type HandOff, handOffId, PageProvider } from '#web/page/page.tsx';
import { AppRouter } from '#web/router/app-router.tsx';
import { matchOf } from '#web/router/handed-matches.ts';
import { createNavigation, type Shown } from '#web/router/navigation.ts';
import { addressOf, type Place, withoutLocale } from '#web/router/place.ts';
import { prepare, type Prepared } from '#web/router/prepare.ts';
import type { Match, ScreenModule } from '#web/router/routes.ts';
import { ApiError, createApi, fetchTransport } from './api.ts';
import { rememberTimeZone } from './i18n/time-zone.ts';
import { createTranslator, textsFrom } from './i18n/translator.ts';
import { watchServer } from './installed-app/server-silence.ts';
import { recordFailedSheets, reloadFailedSheets } from './page/failed-sheets.ts';
import { Root } from './root.tsx';
import { isMissingChunk, openOfflinePage } from './session/missing-chunk.ts';
import { leaveEndedSession } from './session/queries.ts';
import { makeQueryClient } from './session/query-client.ts';
import { runLoad } from './session/screen-data.ts';
import { tellError, watchErrors } from './session/tell-error.ts';
import { isOfThisSession } from './session/use-session.ts';

const {
  facts,
  matches: handedMatches,
  failure,
  queries: dehydrated,
  resources,
} = JSON.parse(document.getElementById(handOffId)?.textContent ?? '') as HandOff;
const assets = assetsInDocument(new URL(import.meta.url).pathname);

recordFailedSheets();
watchErrors();
rememberTimeZone(facts.timeZone);
if (facts.endedMember !== undefined) void forgetMember(facts.endedMember).catch(() => {});

const api = createApi(
  watchServer(fetchTransport),
  (sentAt) => isOfThisSession(sentAt) && leaveEndedSession(queries),
);
const queries = makeQueryClient(api);
hydrate(queries, dehydrated);
const scope = { api, queries, locale: facts.locale, sessionEnded: false };

const translator = createTranslator(facts.locale, textsFrom(resources), async (namespace) => {
  const response = await fetch(`/i18n/${facts.locale}/${namespace}.json?v=${facts.translationsVersion}`);
  if (!response.ok) throw new Error(`No translations of ${namespace}`);
  return response.json();
});
const loadTexts = ({ handle }: ScreenModule) => handle?.i18n && translator.loadNamespaces(handle.i18n);

const routeTable = () => import('#web/router/route-table.ts');
const matchesAt = async (pathname: string): Promise<Match[]> => (await routeTable()).matchesAt(pathname);

/** For browsers that do not tell when a page is idle. */
const IDLE_MS = 200;

/** Layouts load their data once; screens load theirs on each navigation, mostly from the query cache. */
const needsData = (match: Match, { matches }: Shown) =>
  !match.route.children || !matches.some(({ route }) => route.id === match.route.id);

async function loadScreens(url: URL, { pathname }: Place, from: Shown): Promise<Prepared> {
  await reloadFailedSheets();
  return prepare({
    matches: await matchesAt(pathname),
    needsData: (match) => needsData(match, from),
    loadData: (load, { params }) => runLoad(load, scope, { params, url }),
    beside: loadTexts,
  });
}

async function prepareScreens(to: Place, from: Shown): Promise<Prepared> {
  const url = new URL(addressOf(to, to, facts.locale), location.origin);
  const prepared = await loadScreens(url, to, from).catch(
    // Not even the table of routes could be loaded.
    (error: unknown): Prepared => ({ matches: [], failure: { at: 0, error } }),
  );
  const { failure: fault } = prepared.redirect === undefined ? prepared : { failure: null };
  // The screen stays until the browser has the other page.
  if (fault && isMissingChunk(fault.error) && (await openOfflinePage(url))) await new Promise(() => {});
  return prepared;
}

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

async function preload({ pathname }: Place) {
  if (savesData()) return;
  const matches = await matchesAt(pathname);
  await Promise.all(matches.map(async ({ route }) => loadTexts(await route.open())));
}

/** The next screen needs the table of routes, so it is loaded as soon as the page has nothing else to do. */
function loadRoutesWhenIdle() {
  if (savesData()) return;
  const load = () => void routeTable().catch(() => {});
  if ('requestIdleCallback' in window) requestIdleCallback(load);
  else setTimeout(load, IDLE_MS);
}

async function start() {
  const matches =
    handedMatches?.map(matchOf) ?? (await matchesAt(withoutLocale(location.pathname, facts.locale)));
  const first = await prepare({ matches, needsData: () => false, loadData: async () => null });
  if (first.redirect !== undefined) return;
  const navigation = createNavigation({
    locale: facts.locale,
    first: {
      matches: first.matches,
      failure: failure
        ? { at: failure.at, error: new ApiError(failure.status, { ...failure, error: failure.code }) }
        : first.failure,
    },
    prepare: prepareScreens,
    preload,
    onFailure: tellError,
  });
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <AssetsProvider value={assets}>
          <PageProvider value={facts}>
            <QueryClientProvider client={queries}>
              <I18nextProvider i18n={translator}>
                <AppRouter navigation={navigation}>{(shown) => <Root {...shown} />}</AppRouter>
              </I18nextProvider>
            </QueryClientProvider>
          </PageProvider>
        </AssetsProvider>
      </StrictMode>,
      // Error pages show that something failed; `watchErrors` tells the server what.
      { onCaughtError: reportError },
    );
  });
}

addEventListener('app-ready', loadRoutesWhenIdle, { once: true });
void start();

async function forgetMember(member: number) {
  await (await import('./session/forget-on-device.ts')).forgetWords(member);
}
