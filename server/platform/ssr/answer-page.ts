import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { defaultLocale, isLocale, type Locale, localePath, locales } from '#contract/lists/locales.ts';
import { isFresh, keyOf, keptAnswers, type Visitors } from '../fast/kept-pages.ts';
import { createPageCache, type KeptPage, type PageCache, type PublicPage } from '../fast/page-cache.ts';
import type { FastPaths } from '../fast/switches.ts';
import { sessionCookie } from '../http/cookies.ts';
import { encodingFor, sendCompressed } from './compress.ts';
import { deviceOf, noDevice } from './device-cookies.ts';
import { securityHeaders } from './page-policy.ts';
import type { PageResponse, PageServer } from './page-server.ts';
import { builtPages, developmentPages, type PageSource } from './page-source.ts';
import { inProcess, readCookies, type Answered } from './request.ts';
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
  if (!cache || !key || !cache.keeps(key)) return send(asked, await render(asked));
  // Of several requests for the same page, one renders it. If the page turns out to be uncacheable, each request
  // renders its own.
  let rendered: Rendered | null = null;
  const made = await cache.make(key, async () => publicPageOf(asked, (rendered = await render(asked))));
  return made ? sendKept(request, reply, made) : send(asked, rendered ?? (await render(asked)));
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
  response: PageResponse;
  nonce: string;
  setCookies: string[];
  isPublic: boolean;
  answers: Answered[];
}

async function render({
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
}: Asked): Promise<Rendered> {
  const report = (error: unknown) => request.log.error({ err: error, path: bare }, 'rendering a page failed');
  const nonce = randomBytes(16).toString('base64');
  const setCookies: string[] = [];
  const answers: Answered[] = [];
  let isPublic = false;
  const theme = cookies['theme'];
  const { pages, filesOf } = await source();
  const response = await pages
    .respond({
      method: request.method,
      url,
      filesOf,
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
  return { response, nonce, setCookies, isPublic, answers };
}

function send(
  { site: { options }, request, reply, cookies, https }: Asked,
  { response: { status, headers, body }, nonce, setCookies }: Rendered,
) {
  reply.code(status).headers(headers);
  if (setCookies.length) reply.header('set-cookie', setCookies);
  reply.headers(securityHeaders({ production: options.production, nonce, https }));
  // A page with a secret in its address allows no referrer at all.
  const { 'referrer-policy': referrerPolicy, 'cache-control': cacheControl } = headers;
  if (referrerPolicy) reply.header('referrer-policy', referrerPolicy);
  if (!cacheControl)
    reply.header('cache-control', sessionCookie(cookies) ? 'private, no-store' : 'private, no-cache');
  return sendCompressed(request, reply, typeof body === 'string' ? Buffer.from(body) : body);
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
  const html = response.body.toString();
  if (!visitors || !isPublic || response.status !== 200 || setCookies.length > 0) return null;
  // A nonce is for one response, and no screen needs one, unless React had to render it as a stream.
  if (html.includes(nonce)) return null;
  const shown = answers.map(visitors.shownBy);
  if (shown.includes(null)) return null;
  const ids = [...new Set((shown as number[][]).flat())];
  const host = request.hostname;
  return {
    html: Buffer.from(html),
    headers: {
      ...response.headers,
      ...securityHeaders({ production: options.production, https }),
      'cache-control': 'private, no-cache',
    },
    people: { host, ids, standing: ids.length > 0 ? await visitors.standingOf(host, ids) : '' },
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
function unavailable(pages: PageServer, locale: Locale): PageResponse {
  const texts = pages.translations(locale, 'common') as { error: { title: string; ours: string } };
  const { title, ours } = texts.error;
  const html = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${ours}</p></html>`;
  return {
    status: 503,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '10' },
    body: html,
  };
}
