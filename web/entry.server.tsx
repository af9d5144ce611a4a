import { Writable } from 'node:stream';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import routes from 'virtual:routes';
import type { Locale } from '#contract/lists/locales.ts';
import { I18nextProvider } from '#web/i18n/translate.tsx';
import { escapeForScript, HAND_OFF_PLACE } from '#web/page/hand-off.ts';
import { AssetsProvider, type PageFiles } from '#web/page/page-assets.ts';
import { type HandedFailure, type HandOff, type PageFacts, PageProvider } from '#web/page/page.tsx';
import { queriesJson, rememberingText } from '#web/page/query-json.server.ts';
import { RouterFrame } from '#web/router/app-router.tsx';
import { handedOf } from '#web/router/handed-matches.ts';
import type { Navigation } from '#web/router/navigation.ts';
import { addressOf, withoutLocale } from '#web/router/place.ts';
import { type Failure, prepare } from '#web/router/prepare.ts';
import { matchesOf, type OpenMatch } from '#web/router/routes.ts';
import { type Api, ApiError, createApi, isRefusal, type Transport } from './api.ts';
import { isDeferrable } from './fast/page-scripts.tsx';
import { translations, translationsVersion, wordsFor } from './i18n/resources.server.ts';
import { knownTimeZone } from './i18n/time-zone.ts';
import { Root } from './root.tsx';
import { settingsQuery, userQuery } from './session/queries.ts';
import { makeQueryClient } from './session/query-client.ts';
import { type RequestScope, runLoad } from './session/screen-data.ts';
import { siteFiles } from './site-files.ts';

export { translations, translationsVersion };

export interface PageRequest {
  method: string;
  url: URL;
  facts: Omit<PageFacts, 'translationsVersion' | 'deferScripts' | 'timeZone' | 'endedMember'> & {
    timeZone: string | null;
  };
  nonce: string;
  /** Calls the API in-process with the request's cookies. */
  transport: Transport;
  report: (error: unknown) => void;
  /** Reports that the page depends only on the page facts and API responses, so it can be cached for visitors. */
  tellPublic: () => void;
  /** False skips the user call for a visitor without a session cookie. */
  hasSession: boolean;
  /** The words of versions of texts that an experiment compares, by `namespace:key`. */
  wordsOf: (versions: string, locale: Locale) => Promise<Record<string, string>>;
  /** If false, every page loads the app at once (fast path `deferred-scripts`). */
  mayDefer: boolean;
  /** Returns the files that a page needs, given the modules of its layouts and screen. */
  filesOf: (modules: readonly string[]) => PageFiles | Promise<PageFiles>;
}

export interface PageResponse {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** Answers a request for a page, or for one of the files that belong to a site. */
export async function respond(page: PageRequest): Promise<PageResponse> {
  const { url, method } = page;
  const api = createApi(rememberingText(page.transport));
  const queries = makeQueryClient(api);
  const [settings, user] = await Promise.all([
    queries.fetchQuery(settingsQuery(page.facts.host, url.searchParams)),
    page.hasSession ? queries.fetchQuery(userQuery) : queries.setQueryData(userQuery.queryKey, null),
  ]);
  const { locale } = page.facts;
  const sessionEnded = page.hasSession && user === null;
  const scope = { api, queries, locale, sessionEnded };
  const file = siteFiles[withoutLocale(url.pathname, locale)];
  if (file) return file({ ...scope, origin: url.origin });

  const prepared = await prepare({
    matches: matchesOf(routes, withoutLocale(url.pathname, locale)),
    needsData: () => method !== 'POST',
    loadData: (load, { params }) => runLoad(load, scope, { params, url }),
  });
  if (prepared.redirect !== undefined) {
    const location = addressOf(prepared.redirect, { pathname: '/', search: '', hash: '' }, locale);
    return { status: 302, headers: { location }, body: '' };
  }

  const { text_versions: versions } = user ?? {};
  const facts: PageFacts = {
    ...page.facts,
    timeZone: knownTimeZone(page.facts.timeZone) ?? knownTimeZone(user?.time_zone) ?? settings.time_zone,
    translationsVersion: versions ? `${translationsVersion}.${versions}` : translationsVersion,
    deferScripts: false,
    endedMember: sessionEnded ? await endedMemberOf(api, page.report) : undefined,
  };
  const ownWords = versions ? await page.wordsOf(versions, locale) : {};
  const failure =
    method === 'POST' ? { at: 0, error: new ApiError(405, { error: 'not_found' }) } : prepared.failure;
  if (failure && !(failure.error instanceof ApiError)) page.report(failure.error);
  return renderPage({ ...prepared, failure, page, facts, scope, ownWords });
}

async function endedMemberOf(api: Api, report: PageRequest['report']): Promise<number | undefined> {
  try {
    return (await api.call('endedSession')).member ?? undefined;
  } catch (error) {
    // The page does not depend on it, and the next page asks again.
    if (!isRefusal(error, 'too_many_requests')) report(error);
    return undefined;
  }
}

interface Rendering {
  page: PageRequest;
  matches: OpenMatch[];
  failure: Failure | null;
  facts: PageFacts;
  scope: RequestScope;
  ownWords: Record<string, string>;
}

async function renderPage(rendering: Rendering): Promise<PageResponse> {
  const { page, matches, failure } = rendering;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    ...matches.findLast(({ module }) => module.headers)?.module.headers?.(),
  };
  const status = failure ? shownOf(failure.error).status : 200;
  if (page.method === 'HEAD') return { status, headers, body: '' };
  const documentWith = await prepareDocument(rendering);
  try {
    return { status, headers, body: await renderWhole(documentWith(failure), page) };
  } catch (error) {
    // The screen cannot be rendered, but its error page can, and the browser may have more luck.
    page.report(error);
    return { status: 500, headers, body: await renderWhole(documentWith({ at: 0, error }), page) };
  }
}

/** Finds what the page consists of. Returns a function that makes the document with or without an error page. */
async function prepareDocument({ page, matches, failure, scope, ownWords, ...rendering }: Rendering) {
  const { queries, locale, sessionEnded } = scope;
  const { url } = page;
  const namespaces = new Set(['common', 'errors']);
  for (const { module } of matches) for (const name of module.handle?.i18n ?? []) namespaces.add(name);
  const words = wordsFor(locale, namespaces, ownWords);
  const isVisitor = !queries.getQueryData(userQuery.queryKey);
  // The app clears what the former member wrote, so it is not deferred.
  const defers = !failure && !sessionEnded && isDeferrable(matches, url.searchParams, isVisitor);
  if (defers && isVisitor) page.tellPublic();
  const facts: PageFacts = { ...rendering.facts, deferScripts: defers && page.mayDefer };
  const { screens, ...assets } = await page.filesOf(matches.flatMap(({ route }) => route.file ?? []));
  const handedMatches = screens && handedOf(matches, screens);
  return (fault: Failure | null): Document => ({
    content: (
      <AssetsProvider value={assets}>
        <PageProvider value={facts}>
          <QueryClientProvider client={queries}>
            <I18nextProvider i18n={words.translator}>
              <RouterFrame {...stillRouter(url, locale, matches)}>
                <Root matches={matches} failure={fault} />
              </RouterFrame>
            </I18nextProvider>
          </QueryClientProvider>
        </PageProvider>
      </AssetsProvider>
    ),
    handOff: {
      facts,
      matches: handedMatches,
      failure: fault ? { at: fault.at, ...shownOf(fault.error) } : undefined,
    },
    queries,
    resources: words.json,
  });
}

interface Document {
  content: ReactNode;
  handOff: Pick<HandOff, 'facts' | 'matches' | 'failure'>;
  queries: QueryClient;
  resources: () => Buffer[];
}

/** What an error page shows of an error, which the browser shows as well. */
const shownOf = (error: unknown): Omit<HandedFailure, 'at'> =>
  error instanceof ApiError
    ? { status: error.status || 503, code: error.code, params: error.params }
    : { status: 500, code: 'internal', params: {} };

/** A router that shows one place, and never another. */
function stillRouter(url: URL, locale: Locale, matches: OpenMatch[]) {
  const { search } = url;
  const location = {
    pathname: withoutLocale(url.pathname, locale),
    search,
    hash: '',
    state: null,
    key: 'default',
  };
  const nowhere = () => {
    throw new Error('The server cannot navigate while it renders');
  };
  const navigation: Navigation = {
    locale,
    get shown() {
      return nowhere();
    },
    navigate: nowhere,
    listen: nowhere,
    preload: nowhere,
    guard: nowhere,
  };
  return { navigation, shown: { location, matches } };
}

/** Maximum milliseconds for rendering a page. After that, the browser renders the rest. */
const renderTimeout = 6_000;

/** React's mark for a part that waits for something. */
const UNFINISHED = '<!--$!-->';

/**
 * Renders the whole document. Its data is loaded before, so nearly always nothing waits and a single pass is enough, which
 * costs much less than a stream.
 */
async function renderWhole(document: Document, page: PageRequest): Promise<Buffer> {
  const html = renderAtOnce(document.content);
  return Buffer.concat(
    html
      ? [DOCTYPE, ...withHandOff(html, document)]
      : withHandOff(await renderStream(document.content, page), document),
  );
}

/** Returns null if something suspends or throws. Rendering the page as a stream then reports why. */
function renderAtOnce(content: ReactNode): Buffer | null {
  try {
    const html = renderToString(content);
    // Search the string, which is faster than searching bytes. Do not add to it: V8 would copy the whole string again.
    return html.includes(UNFINISHED) ? null : Buffer.from(html);
  } catch {
    return null;
  }
}

/**
 * Returns the page's parts in order, with the data that the browser starts from. React does not render it, because it is
 * a quarter of the page or more.
 */
function withHandOff(html: Buffer, { handOff, queries, resources }: Document): Buffer[] {
  const at = html.lastIndexOf(HAND_OFF_PLACE);
  if (at < 0) throw new Error('The page has no place for the hand-off');
  const json = escapeForScript(`${JSON.stringify(handOff).slice(0, -1)},"queries":${queriesJson(queries)}}`);
  return [
    html.subarray(0, at),
    Buffer.from(`${json.slice(0, -1)},"resources":{`),
    ...resources().flatMap((namespace, i) => (i > 0 ? [COMMA, namespace] : [namespace])),
    Buffer.from('}}'),
    html.subarray(at + HAND_OFF_PLACE.length),
  ];
}

const COMMA = Buffer.from(',');
/** React emits it only when it streams. */
const DOCTYPE = Buffer.from('<!DOCTYPE html>');

function renderStream(content: ReactNode, { nonce, report }: PageRequest) {
  return new Promise<Buffer<ArrayBuffer>>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        clearTimeout(timer);
        resolve(Buffer.concat(chunks));
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(content, {
      nonce,
      // On long pages React otherwise sends parts of over 500 bytes, such as the notice above the screen, at the end
      // and moves them into place by script, which shifts the layout.
      progressiveChunkSize: Infinity,
      onAllReady: () => void pipe(sink),
      onShellError: reject,
      // The browser renders a failed part again.
      onError: report,
    });
    const timer = setTimeout(() => abort(), renderTimeout);
  });
}
