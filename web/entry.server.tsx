import { Writable } from 'node:stream';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import {
  createContext,
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router';
import type { Locale } from '#contract/lists/locales.ts';
import { I18nextProvider } from '#web/i18n/translate.tsx';
import { HandOffContext, type PageFacts, PageProvider } from '#web/page/page.tsx';
import { type Api, createApi, isRefusal, type Transport } from './api.ts';
import { DeferredContext, isDeferrable, readDeferred } from './fast/page-scripts.tsx';
import { basenameOf } from './i18n/locale-path.ts';
import { translations, translationsVersion, wordsFor } from './i18n/resources.server.ts';
import { knownTimeZone } from './i18n/time-zone.ts';
import { settingsQuery, userQuery } from './session/queries.ts';
import { makeQueryClient } from './session/query-client.ts';
import { scopeContext } from './session/screen-data.ts';

export { translations, translationsVersion };

export interface PageRequest {
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
}

type Rendering = Pick<PageRequest, 'nonce' | 'report' | 'tellPublic' | 'mayDefer'> & {
  facts: PageFacts;
  ownWords: Record<string, string>;
};
const renderingContext = createContext<Rendering>();
const handlers = new Map<Locale, ReturnType<typeof createRequestHandler>>();

export async function respond(build: ServerBuild, request: Request, page: PageRequest): Promise<Response> {
  const api = createApi(page.transport);
  const queries = makeQueryClient(api);
  const [settings, user] = await Promise.all([
    queries.fetchQuery(settingsQuery(page.facts.host, new URL(request.url).searchParams)),
    page.hasSession ? queries.fetchQuery(userQuery) : queries.setQueryData(userQuery.queryKey, null),
  ]);
  const timeZone = knownTimeZone(page.facts.timeZone) ?? knownTimeZone(user?.time_zone) ?? settings.time_zone;
  const sessionEnded = page.hasSession && user === null;
  const endedMember = sessionEnded ? await endedMemberOf(api, page.report) : undefined;
  const { text_versions: versions } = user ?? {};
  const facts: PageFacts = {
    ...page.facts,
    timeZone,
    translationsVersion: versions ? `${translationsVersion}.${versions}` : translationsVersion,
    deferScripts: false,
    endedMember,
  };
  const ownWords = versions ? await page.wordsOf(versions, facts.locale) : {};
  const context = new RouterContextProvider();
  context.set(scopeContext, { api, queries, locale: facts.locale, sessionEnded });
  context.set(renderingContext, { ...page, facts, ownWords });
  return handlerOf(build, facts.locale)(request, context);
}

async function endedMemberOf(api: Api, report: Rendering['report']): Promise<number | undefined> {
  try {
    return (await api.call('endedSession')).member ?? undefined;
  } catch (error) {
    // The page does not depend on it, and the next page asks again.
    if (!isRefusal(error, 'too_many_requests')) report(error);
    return undefined;
  }
}

function handlerOf(build: ServerBuild, locale: Locale) {
  const known = handlers.get(locale);
  if (known && !import.meta.env.DEV) return known;
  const handler = createRequestHandler({ ...build, basename: basenameOf(locale) }, import.meta.env.MODE);
  handlers.set(locale, handler);
  return handler;
}

/** Maximum milliseconds for rendering a page. After that, the browser renders the rest. */
const renderTimeout = 6_000;

/** The router calls this for anything that a loader throws, except responses. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
) {
  if (!request.signal.aborted) context.get(renderingContext).report(error);
}

export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
) {
  const { queries, sessionEnded } = context.get(scopeContext);
  const { nonce, report, tellPublic, mayDefer, ...rendering } = context.get(renderingContext);
  const { locale } = rendering.facts;
  headers.set('content-type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });

  const namespaces = new Set(['common', 'errors']);
  for (const match of router.staticHandlerContext.matches) {
    for (const namespace of (match.route.handle as { i18n?: string[] } | undefined)?.i18n ?? [])
      namespaces.add(namespace);
  }
  const words = wordsFor(locale, namespaces, rendering.ownWords);
  const isVisitor = !queries.getQueryData(userQuery.queryKey);
  // The app clears what the former member wrote, so it is not deferred.
  const defers = !sessionEnded && isDeferrable(router, isVisitor);
  if (defers && isVisitor) tellPublic();
  const deferred = defers && mayDefer ? await readDeferred(router) : null;
  const facts: PageFacts = { ...rendering.facts, deferScripts: deferred !== null };

  const html = await renderWhole(
    <PageProvider value={facts}>
      <HandOffContext value={() => ({ facts, queries, resources: words.json })}>
        <DeferredContext value={deferred}>
          <QueryClientProvider client={queries}>
            <I18nextProvider i18n={words.translator}>
              <ServerRouter context={router} url={request.url} nonce={nonce} />
            </I18nextProvider>
          </QueryClientProvider>
        </DeferredContext>
      </HandOffContext>
    </PageProvider>,
    nonce,
    report,
  );
  return new Response(html, { status, headers });
}

/**
 * Renders the whole document at once. Its data is loaded before rendering starts, so streaming would gain
 * nothing.
 */
function renderWhole(document: ReactNode, nonce: string, report: (error: unknown) => void) {
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
    const { pipe, abort } = renderToPipeableStream(document, {
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
