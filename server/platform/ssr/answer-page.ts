import { createHash, randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerBuild } from 'react-router';
import { defaultLocale, isLocale, type Locale, localePath, locales } from '#contract/lists/locales.ts';
import { isFresh, keyOf, keptAnswers, type Visitors } from '../fast/kept-pages.ts';
import { createPageCache, type KeptPage, type PageCache, type PublicPage } from '../fast/page-cache.ts';
import type { FastPaths } from '../fast/switches.ts';
import { sessionCookie } from '../http/cookies.ts';
import { encodingFor, sendCompressed } from './compress.ts';
import { deviceOf, noDevice } from './device-cookies.ts';
import { securityHeaders } from './page-policy.ts';
import { pageServerOf, type PageServer } from './page-server.ts';
import { inProcess, readCookies, webRequest, type Answered } from './request.ts';
import { registerSiteEntry } from './site-entry.ts';
import { registerTranslations, type WordsOf } from './translations-http.ts';

export interface SsrOptions {
  /** Serves `build/`. If false, runs Vite in middleware mode on the sources. */
  production: boolean;
  languagesOf?: (host: string) => Promise<{ own: Locale; offered: readonly Locale[] }>;
  canonicalOrigin?: (host: string) => Promise<string | null>;
  wordsOf?: WordsOf;
  /** The site's own address. With https, pages use https URLs and send HSTS. */
  publicUrl?: string;
  /** How visitors' pages vary, for the page cache. Without it, and in development, no pages are cached. */
  visitors?: Visitors;
  fastPaths?: Pick<FastPaths, 'page-cache' | 'page-front' | 'deferred-scripts'>;
}

const allFast = { 'page-cache': true, 'page-front': true, 'deferred-scripts': true };

/**
 * Serves the web app: server-rendered pages, immutable precompressed assets, and translations. Register it
 * after the API, because it handles every path that nothing else does.
 */
export async function registerSsr(fastify: FastifyInstance, options: SsrOptions) {
  const source = options.production ? await builtPages(fastify) : await developmentPages(fastify);
  const { visitors, fastPaths = allFast } = options;
  const cache =
    options.production && visitors && fastPaths['page-cache'] ? createPageCache(visitors.standingOf) : null;
  if (cache && visitors) {
    visitors.whenChanged(cache.forget);
    if (fastPaths['page-front'])
      fastify.front.answerFirst(keptAnswers(cache, visitors, siteIsHttps(options)));
  }

  registerTranslations(fastify, source, options);
  await registerSiteEntry(fastify);
  await fastify.register(async (pages) => {
    // Pages read their own bodies (forms without script) of any type.
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    pages.route({
      method: ['GET', 'HEAD', 'POST'],
      url: '/*',
      handler: (request, reply) => answerPage({ fastify, options, source, cache }, request, reply),
    });
  });
}

interface PageSource {
  build(): Promise<ServerBuild>;
}

async function builtPages(fastify: FastifyInstance): Promise<PageSource> {
  const folder = resolve(process.env['BUILD_DIR'] ?? 'build');
  await fastify.register(fastifyStatic, {
    root: join(folder, 'client', 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    decorateReply: false,
    wildcard: true,
  });
  await fastify.register(fastifyStatic, {
    root: join(folder, 'client'),
    prefix: '/',
    wildcard: false,
    globIgnore: ['assets/**', '.vite/**'],
    maxAge: '1h',
    decorateReply: true,
    setHeaders(reply, path) {
      if (!path.endsWith('service-worker.js')) return;
      // The service worker fetches pages and assets under its own policy. Browsers check for a new version on
      // each load.
      reply.header('content-security-policy', "default-src 'none'; connect-src 'self'");
      reply.header('cache-control', 'no-cache');
    },
  });
  const build = (await import(pathToFileURL(join(folder, 'server', 'index.js')).href)) as ServerBuild;
  return { build: async () => build };
}

async function developmentPages(fastify: FastifyInstance): Promise<PageSource> {
  const { createServer } = (await import('vite')) as typeof import('vite');
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server: fastify.server } },
    appType: 'custom',
  });
  fastify.addHook('onClose', () => vite.close());
  fastify.addHook('onRequest', (request, reply, done) => {
    if (
      !/^\/(@|web\/|office\/|node_modules\/|contract\/|locales\/|__)|^\/[\w.-]+\.(svg|png|ico|webmanifest)$/.test(
        request.url,
      )
    )
      return done();
    reply.hijack();
    vite.middlewares(request.raw, reply.raw, () => {
      reply.raw.statusCode = 404;
      reply.raw.end();
    });
  });
  return { build: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild> };
}

/** Files that a page fetches without cookies. They use the page's language. */
const ofOnePage = new Set(['/manifest.webmanifest', '/offline']);
/** Files for search engines, the same in every language. */
const ofNoLanguage = new Set(['/robots.txt', '/sitemap.xml']);

/**
 * Behind a proxy that ends TLS every request is plain HTTP, so this checks the site's own address instead.
 */
const siteIsHttps = ({ publicUrl }: SsrOptions) => publicUrl?.startsWith('https:') === true;

interface Pages {
  fastify: FastifyInstance;
  options: SsrOptions;
  source: PageSource;
  cache: PageCache | null;
}

async function answerPage(site: Pages, request: FastifyRequest, reply: FastifyReply) {
  const { options, cache } = site;
  const cookies = readCookies(request.headers.cookie);
  const https = request.protocol === 'https' || siteIsHttps(options);
  const { visitors } = options;
  const key = cache && visitors && request.method === 'GET' ? keyOf(visitors, request, cookies, https) : null;
  if (cache && key) {
    const kept = await cache.find(key);
    if (kept) return sendKept(request, reply, kept);
  }
  const url = new URL(`${https ? 'https' : 'http'}://${request.host}${request.url}`);
  const target = await targetOf(options, request, url, { wanted: cookies['locale'], https });
  if ('redirect' in target) return reply.headers(target.headers).redirect(target.redirect, target.status);

  const asked: Asked = { site, request, reply, url, cookies, ...target, https };
  const whileOpen = () => render(asked, endOf(reply));
  if (!cache || !key || !cache.keeps(key)) return send(asked, await whileOpen());
  // Of several requests for the same page, one renders it. It goes on if that request is broken off, because
  // the others wait for it. If the page turns out to be uncacheable, each request renders its own.
  let rendered: Rendered | null = null;
  const made = await cache.make(key, async () => publicPageOf(asked, (rendered = await render(asked))));
  return made ? sendKept(request, reply, made) : send(asked, rendered ?? (await whileOpen()));
}

type Target =
  | { locale: Locale; bare: string }
  | { redirect: string; status: 302 | 308; headers: Record<string, string> };

async function targetOf(
  options: SsrOptions,
  request: FastifyRequest,
  url: URL,
  { wanted, https }: { wanted: string | undefined; https: boolean },
): Promise<Target> {
  const [, prefix = '', ...rest] = url.pathname.split('/');
  // A path with two leading slashes would point to another host.
  const bare = `/${rest.join('/').replace(/^\/+/, '')}`;
  // URLs in the default language have no prefix. A prefix in the request is an explicit choice, so a cookie
  // stores it: on a host with another language the bare URL would otherwise redirect back to that language.
  if (prefix === defaultLocale)
    return {
      redirect: bare + url.search,
      status: 308,
      headers: {
        'set-cookie': `locale=${defaultLocale}; path=/; max-age=31536000; samesite=lax${https ? '; secure' : ''}`,
        'cache-control': 'no-store',
      },
    };
  const elsewhere = await options.canonicalOrigin?.(request.host);
  if (elsewhere && request.method !== 'POST')
    return { redirect: elsewhere + url.pathname + url.search, status: 308, headers: {} };

  const { own, offered } = await languagesOf(options, request.host);
  if (isLocale(prefix)) {
    if (offered.includes(prefix)) return { locale: prefix, bare };
    // If the site does not offer the language, it redirects to the site's own language.
    return {
      redirect: localePath(own, bare) + url.search,
      status: 302,
      headers: { 'cache-control': 'no-store' },
    };
  }
  const chosen = isLocale(wanted) && offered.includes(wanted) ? wanted : own;
  if (chosen === defaultLocale || !isReaderVisit(request, url, offered))
    return { locale: defaultLocale, bare };
  return {
    redirect: localePath(chosen, url.pathname) + url.search,
    status: 302,
    headers: { vary: 'cookie', 'cache-control': 'no-store' },
  };
}

const languagesOf = async (options: SsrOptions, host: string) =>
  (await options.languagesOf?.(host)) ?? { own: defaultLocale, offered: locales };

/**
 * Returns whether a reader opens a page, which may redirect to their language. Requests of an open page are
 * not redirected.
 */
const isReaderVisit = (request: FastifyRequest, url: URL, offered: readonly Locale[]): boolean =>
  request.method === 'GET' &&
  !url.pathname.endsWith('.data') &&
  !ofNoLanguage.has(url.pathname) &&
  !(ofOnePage.has(url.pathname) && offered.includes(defaultLocale));

interface Asked {
  site: Pages;
  request: FastifyRequest;
  reply: FastifyReply;
  url: URL;
  cookies: Record<string, string>;
  locale: Locale;
  bare: string;
  https: boolean;
}

interface Rendered {
  response: Response;
  body: Buffer;
  nonce: string;
  setCookies: string[];
  isPublic: boolean;
  answers: Answered[];
}

function endOf(reply: FastifyReply): AbortSignal {
  const abort = new AbortController();
  reply.raw.on('close', () => abort.abort());
  return abort.signal;
}

async function render(
  {
    site: {
      fastify,
      source,
      options: { fastPaths = allFast, wordsOf = async () => ({}) },
    },
    request,
    url,
    cookies,
    locale,
    bare,
  }: Asked,
  signal: AbortSignal = new AbortController().signal,
): Promise<Rendered> {
  const report = (error: unknown) => request.log.error({ err: error, path: bare }, 'rendering a page failed');
  const nonce = randomBytes(16).toString('base64');
  const build = await source.build();
  const setCookies: string[] = [];
  const answers: Answered[] = [];
  let isPublic = false;
  const theme = cookies['theme'];
  const pages = pageServerOf(build);
  const response = await pages
    .respond(build, webRequest(request, url, signal), {
      nonce,
      report,
      hasSession: sessionCookie(cookies) !== undefined,
      mayDefer: fastPaths['deferred-scripts'],
      wordsOf,
      transport: inProcess(fastify, request, url.origin, setCookies, answers),
      tellPublic: () => void (isPublic = true),
      facts: {
        locale,
        theme: theme === 'light' || theme === 'dark' ? theme : null,
        origin: url.origin,
        host: request.host,
        entered: cookies['site_entry'] !== undefined,
        ...(sessionCookie(cookies) === undefined ? noDevice : deviceOf(cookies)),
      },
    })
    .catch((error: unknown) => {
      isPublic = false;
      report(error);
      return unavailable(pages, locale);
    });
  const body = Buffer.from(await response.arrayBuffer());
  return {
    response,
    body,
    nonce,
    setCookies: [...setCookies, ...response.headers.getSetCookie()],
    isPublic,
    answers,
  };
}

function send(
  { site: { options }, request, reply, cookies, https }: Asked,
  { response, body, nonce, setCookies }: Rendered,
) {
  reply.code(response.status);
  response.headers.forEach((value, name) => void (name !== 'set-cookie' && reply.header(name, value)));
  if (setCookies.length) reply.header('set-cookie', setCookies);
  reply.headers(securityHeaders({ production: options.production, allowed: [`'nonce-${nonce}'`], https }));
  // A page with a secret in its address allows no referrer at all.
  const referrerPolicy = response.headers.get('referrer-policy');
  if (referrerPolicy) reply.header('referrer-policy', referrerPolicy);
  if (!response.headers.has('cache-control'))
    reply.header('cache-control', sessionCookie(cookies) ? 'private, no-store' : 'private, no-cache');
  return sendCompressed(request, reply, body);
}

/**
 * The page in its cacheable form. Null if its content depends on the visitor, it sets a cookie, or it failed.
 */
async function publicPageOf(
  { site: { options }, request, https }: Asked,
  rendered: Rendered,
): Promise<PublicPage | null> {
  const { response, nonce, setCookies, isPublic, answers } = rendered;
  const { visitors } = options;
  if (!visitors || !isPublic || response.status !== 200 || setCookies.length > 0) return null;
  const shown = answers.map(visitors.shownBy);
  if (shown.includes(null)) return null;
  const ids = [...new Set((shown as number[][]).flat())];
  const host = request.hostname;
  const { html, hashes } = withoutNonce(rendered.body.toString(), nonce);
  return {
    html: Buffer.from(html),
    headers: {
      ...Object.fromEntries(response.headers),
      ...securityHeaders({ production: options.production, allowed: hashes, https }),
      'cache-control': 'private, no-cache',
    },
    people: { host, ids, standing: ids.length > 0 ? await visitors.standingOf(host, ids) : '' },
  };
}

/**
 * A nonce is for one response and meaningless in a cached page, so hashes of the inline scripts replace it.
 */
function withoutNonce(html: string, nonce: string): { html: string; hashes: string[] } {
  const plain = html.replaceAll(` nonce="${nonce}"`, '');
  const inline = [...html.matchAll(/<(script|style)((?: [^>]*)?)>([^]*?)<\/\1>/g)].filter(
    ([, , attributes = '']) => attributes.includes(nonce) && !attributes.includes(' src='),
  );
  return {
    html: plain,
    hashes: [
      ...new Set(
        inline.map(([, , , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`),
      ),
    ],
  };
}

async function sendKept(request: FastifyRequest, reply: FastifyReply, page: KeptPage) {
  reply.headers(page.headers).header('etag', page.etag);
  if (isFresh(request.headers, page)) return reply.code(304).send();
  const encoding = encodingFor(request.headers['accept-encoding'] as string | undefined, Infinity);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(await page.body(encoding));
}

/**
 * The page shown if not even the settings can be read, because the database is unavailable: plain, in the
 * reader's language, with a retry.
 */
function unavailable(pages: PageServer, locale: Locale) {
  const texts = pages.translations(locale, 'common') as { error: { title: string; ours: string } };
  const { title, ours } = texts.error;
  const html = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${ours}</p></html>`;
  return new Response(html, {
    status: 503,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '10' },
  });
}
