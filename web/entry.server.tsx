import { Writable } from 'node:stream';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { I18nextProvider } from '#web/i18n/translate.tsx';
import { createContext, createRequestHandler, type EntryContext, RouterContextProvider, type ServerBuild, ServerRouter } from 'react-router';
import type { Locale } from '#contract/lists/locales.ts';
import { createApi, type Transport } from './api.ts';
import { basenameOf } from './i18n/locale-path.ts';
import { translations, translationsVersion, wordsFor } from './i18n/resources.server.ts';
import { knownTimeZone } from './i18n/time-zone.ts';
import { DeferredContext, readDeferred } from './layout/page-scripts.tsx';
import { HandOffContext, type PageFacts, PageProvider } from '#web/page/page.tsx';
import { makeQueryClient } from './session/query-client.ts';
import { settingsQuery, userQuery } from './session/queries.ts';
import { scopeContext } from './session/screen-data.ts';

export { translations, translationsVersion };

/** What the HTTP side tells about a request for a page. */
export interface PageRequest {
  facts: Omit<PageFacts, 'translationsVersion' | 'deferScripts' | 'timeZone'> & { timeZone: string | null };
  nonce: string;
  /** Calls the API in-process with the request's cookies. */
  transport: Transport;
  /** Hears of what goes wrong while a page is made. */
  report: (error: unknown) => void;
  /** Is told of a page that is the same for every visitor, apart from its facts and what the API answered it. */
  tellPublic: () => void;
  /** False spares the user call for a visitor without a session cookie. */
  hasSession: boolean;
}

type Rendering = Pick<PageRequest, 'nonce' | 'report' | 'tellPublic'> & { facts: PageFacts };
const renderingContext = createContext<Rendering>();
const handlers = new Map<Locale, ReturnType<typeof createRequestHandler>>();

/** Answers a page request: one router per language, whose basename is the locale prefix. */
export async function respond(build: ServerBuild, request: Request, page: PageRequest): Promise<Response> {
  const api = createApi(page.transport);
  const queries = makeQueryClient(api);
  const [settings, user] = await Promise.all([
    queries.fetchQuery(settingsQuery(page.facts.host, new URL(request.url).searchParams)),
    page.hasSession ? queries.fetchQuery(userQuery) : queries.setQueryData(userQuery.queryKey, null),
  ]);
  const timeZone = knownTimeZone(page.facts.timeZone) ?? knownTimeZone(user?.time_zone) ?? settings.time_zone;
  const facts: PageFacts = { ...page.facts, timeZone, translationsVersion, deferScripts: false };
  const context = new RouterContextProvider(
    new Map<never, never>([
      [scopeContext, { api, queries, locale: facts.locale }],
      [renderingContext, { facts, nonce: page.nonce, report: page.report, tellPublic: page.tellPublic }],
    ] as never),
  );
  return handlerOf(build, facts.locale)(request, context);
}

function handlerOf(build: ServerBuild, locale: Locale) {
  const known = handlers.get(locale);
  if (known && !import.meta.env.DEV) return known;
  const handler = createRequestHandler({ ...build, basename: basenameOf(locale) }, import.meta.env.MODE);
  handlers.set(locale, handler);
  return handler;
}

/** Milliseconds that a page may take to render before what is missing is left to the browser. */
const renderTimeout = 6_000;

/** What a loader throws that is not an answer. Called by the router. */
export function handleError(error: unknown, { request, context }: { request: Request; context: RouterContextProvider }) {
  if (!request.signal.aborted) context.get(renderingContext).report(error);
}

/** Renders the document. Called by the router once the loaders are done. */
export default async function renderPage(request: Request, status: number, headers: Headers, router: EntryContext, context: RouterContextProvider) {
  const { queries } = context.get(scopeContext);
  const { nonce, report, tellPublic, ...rendering } = context.get(renderingContext);
  const { locale } = rendering.facts;
  headers.set('content-type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });

  const namespaces = new Set(['common', 'errors']);
  for (const match of router.staticHandlerContext.matches) {
    for (const namespace of (match.route.handle as { i18n?: string[] } | undefined)?.i18n ?? []) namespaces.add(namespace);
  }
  const words = wordsFor(locale, namespaces);
  const deferred = await readDeferred(router, !queries.getQueryData(userQuery.queryKey));
  if (deferred && !queries.getQueryData(userQuery.queryKey)) tellPublic();
  const facts: PageFacts = { ...rendering.facts, deferScripts: deferred !== null };

  const html = await renderWhole(
    <PageProvider value={facts}>
      <HandOffContext value={() => ({ facts, queries, resources: words.json })}>
        <DeferredContext value={deferred}>
          <QueryClientProvider client={queries}>
            <I18nextProvider i18n={words.translator as never}>
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

/** The whole document at once: its data is there before rendering begins, so there is nothing to stream for. */
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
      onAllReady: () => void pipe(sink),
      onShellError: reject,
      // A part that fails is left to the browser, which renders it again.
      onError: report,
    });
    const timer = setTimeout(() => abort(), renderTimeout);
  });
}
