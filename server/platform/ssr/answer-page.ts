import { createHash, randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerBuild } from 'react-router';
import { encodingFor, sendCompressed } from './compress.ts';
import { isFresh, keyOf, keptAnswers, type Visitors } from './kept-pages.ts';
import { createPageCache, type KeptPage, type PageCache, type PublicPage } from './page-cache.ts';
import { securityHeaders } from './page-policy.ts';
import { inProcess, readCookies, webRequest, type Answered } from './request.ts';
import { defaultLocale, isLocale, type Locale, localePath, locales } from '#contract/lists/locales.ts';

export interface SsrOptions {
  /** Serve `build/`; false runs Vite in middleware mode on the sources. */
  production: boolean;
  /** What the site of a host is offered in, and what a first-time visitor without a prefix or cookie reads there. */
  languagesOf?: (host: string) => Promise<{ own: Locale; offered: readonly Locale[] }>;
  /** Where a page of this host should stand instead: `www.` and hosts of no site. Null: here. */
  canonicalOrigin?: (host: string) => Promise<string | null>;
  /** The site's own address; when it is https, pages name themselves so and turn HSTS on. */
  publicUrl?: string;
  /** What pages for visitors go by besides their address, to keep them in memory. Without it, and in development, none is kept. */
  visitors?: Visitors;
}

/** The part of entry.server.tsx that is called from here. */
interface PageServer {
  respond(build: ServerBuild, request: Request, page: unknown): Promise<Response>;
  translations(locale: string, namespace: string): unknown;
}

/**
 * Serves the web app: pages rendered on the server, its assets (immutable, precompressed), and translations.
 * Register after the API: it takes every path that nothing else answers.
 */
export async function registerSsr(fastify: FastifyInstance, options: SsrOptions) {
  const source = options.production ? await builtPages(fastify) : await developmentPages(fastify);
  const cache = options.production && options.visitors ? createPageCache(options.visitors.standingOf) : null;
  if (cache) {
    options.visitors!.whenChanged(cache.forget);
    fastify.front.answerFirst(keptAnswers(cache, options.visitors!, siteIsHttps(options)));
  }

  fastify.get<{ Params: { locale: string; file: string } }>('/i18n/:locale/:file', async (request, reply) => {
    const build = await source.build();
    const { locale, file } = request.params;
    const found = file.endsWith('.json') ? (build.entry.module as unknown as PageServer).translations(locale, file.slice(0, -5)) : null;
    if (!found) return reply.code(404).send({ error: 'not_found', message: 'This page could not be found' });
    return reply.header('cache-control', options.production ? 'public, max-age=31536000, immutable' : 'no-cache').send(found);
  });

  await fastify.register(async (pages) => {
    // Pages read their own bodies (forms without script), whatever their type.
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
      // The worker fetches pages and assets in their place; a new one is looked for each time.
      reply.header('content-security-policy', "default-src 'none'; connect-src 'self'");
      reply.header('cache-control', 'no-cache');
    },
  });
  const build = (await import(pathToFileURL(join(folder, 'server', 'index.js')).href)) as ServerBuild;
  return { build: async () => build };
}

/** Vite in middleware mode: sources are transformed when asked for, changes reach the page at once. */
async function developmentPages(fastify: FastifyInstance): Promise<PageSource> {
  const { createServer } = (await import('vite')) as typeof import('vite');
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server: fastify.server } }, appType: 'custom' });
  fastify.addHook('onClose', () => vite.close());
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!/^\/(@|web\/|node_modules\/|contract\/|locales\/|__)|^\/[\w.-]+\.(svg|png|ico|webmanifest)$/.test(request.url)) return done();
    reply.hijack();
    vite.middlewares(request.raw, reply.raw, () => {
      reply.raw.statusCode = 404;
      reply.raw.end();
    });
  });
  return { build: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild> };
}

/** What a page in the first language fetches for itself, without cookies: the language is the page's. */
const ofOnePage = new Set(['/manifest.webmanifest', '/offline']);

/** Behind a proxy that ends TLS each request is plain; the site's own address tells. */
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
  const key = cache && request.method === 'GET' ? keyOf(options.visitors!, request, cookies, https) : null;
  if (cache && key) {
    const kept = await cache.find(key);
    if (kept) return sendKept(request, reply, kept);
  }
  const url = new URL(`${https ? 'https' : 'http'}://${request.host}${request.url}`);
  const [, prefix = '', ...rest] = url.pathname.split('/');
  // A path of two slashes would name another site.
  const bare = `/${rest.join('/').replace(/^\/+/, '')}`;
  if (prefix === defaultLocale) return reply.redirect(bare + url.search, 308);
  const elsewhere = await options.canonicalOrigin?.(request.host);
  if (elsewhere && request.method !== 'POST') return reply.redirect(elsewhere + url.pathname + url.search, 308);

  const { own, offered } = (await options.languagesOf?.(request.host)) ?? { own: defaultLocale, offered: locales };
  let locale: Locale = defaultLocale;
  if (isLocale(prefix)) {
    // A language that the site is not offered in: the same page in its own.
    if (!offered.includes(prefix)) return reply.header('cache-control', 'no-store').redirect(localePath(own, bare) + url.search, 302);
    locale = prefix;
  } else {
    const wanted = cookies['locale'];
    const chosen = isLocale(wanted) && offered.includes(wanted) ? wanted : own;
    // Somebody who reads another language is sent to its address; data requests of an open page stay where they are.
    if (
      chosen !== defaultLocale &&
      request.method === 'GET' &&
      !url.pathname.endsWith('.data') &&
      !(ofOnePage.has(url.pathname) && offered.includes(defaultLocale))
    ) {
      return reply
        .header('vary', 'cookie')
        .header('cache-control', 'no-store')
        .redirect(localePath(chosen, url.pathname) + url.search, 302);
    }
  }

  const asked: Asked = { site, request, reply, url, cookies, locale, bare, https };
  if (!cache || !key || !cache.keeps(key)) return send(asked, await render(asked));
  // Of the many who may wait for the same page, one makes it; where it turns out to be no page to keep, each makes their own.
  let rendered: Rendered | null = null;
  const made = await cache.make(key, async () => publicPageOf(asked, (rendered = await render(asked))));
  return made ? sendKept(request, reply, made) : send(asked, rendered ?? (await render(asked)));
}

interface Asked {
  site: Pages;
  request: FastifyRequest;
  reply: FastifyReply;
  url: URL;
  cookies: Record<string, string>;
  locale: Locale;
  /** The path without the language. */
  bare: string;
  https: boolean;
}

interface Rendered {
  response: Response;
  body: Buffer;
  nonce: string;
  setCookies: string[];
  /** The page is the same for every visitor, its data apart. */
  isPublic: boolean;
  /** What the API answered it. */
  answers: Answered[];
}

async function render({ site: { fastify, source }, request, reply, url, cookies, locale, bare }: Asked): Promise<Rendered> {
  const report = (error: unknown) => request.log.error({ err: error, path: bare }, 'a page was not made as it should');
  const nonce = randomBytes(16).toString('base64');
  const build = await source.build();
  const setCookies: string[] = [];
  const answers: Answered[] = [];
  let isPublic = false;
  const theme = cookies['theme'];
  const abort = new AbortController();
  reply.raw.on('close', () => abort.abort());
  const pages = build.entry.module as unknown as PageServer;
  const response = await pages
    .respond(build, webRequest(request, url, abort.signal), {
      nonce,
      report,
      hasSession: cookies['auth'] !== undefined,
      transport: inProcess(fastify, request, setCookies, answers),
      tellPublic: () => void (isPublic = true),
      facts: {
        locale,
        theme: theme === 'light' || theme === 'dark' ? theme : null,
        origin: url.origin,
        host: request.host,
        entered: cookies['site_entry'] !== undefined,
        ...(cookies['auth'] === undefined ? noDevice : deviceOf(cookies)),
      },
    })
    .catch((error: unknown) => {
      isPublic = false;
      report(error);
      return unavailable(pages, locale);
    });
  const body = Buffer.from(await response.arrayBuffer());
  return { response, body, nonce, setCookies: [...setCookies, ...response.headers.getSetCookie()], isPublic, answers };
}

/** The answer to one reader alone. */
function send({ site: { options }, request, reply, cookies, https }: Asked, { response, body, nonce, setCookies }: Rendered) {
  reply.code(response.status);
  response.headers.forEach((value, name) => void (name !== 'set-cookie' && reply.header(name, value)));
  if (setCookies.length) reply.header('set-cookie', setCookies);
  reply.headers(securityHeaders({ production: options.production, allowed: [`'nonce-${nonce}'`], https }));
  if (!response.headers.has('cache-control')) reply.header('cache-control', cookies['auth'] ? 'private, no-store' : 'private, no-cache');
  return sendCompressed(request, reply, body);
}

/** The page as it may be kept, null where it may not: one that shows what is not the same for all, sets a cookie, or failed. */
async function publicPageOf({ site: { options }, request, https }: Asked, rendered: Rendered): Promise<PublicPage | null> {
  const { response, nonce, setCookies, isPublic, answers } = rendered;
  if (!isPublic || response.status !== 200 || setCookies.length > 0) return null;
  const visitors = options.visitors!;
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

/** A value that is for one answer alone has no meaning in a page that many get: what its inline scripts say is named instead. */
function withoutNonce(html: string, nonce: string): { html: string; hashes: string[] } {
  const plain = html.replaceAll(` nonce="${nonce}"`, '');
  const inline = [...html.matchAll(/<(script|style)((?: [^>]*)?)>([^]*?)<\/\1>/g)].filter(
    ([, , attributes = '']) => attributes.includes(nonce) && !attributes.includes(' src='),
  );
  return { html: plain, hashes: [...new Set(inline.map(([, , , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`))] };
}

async function sendKept(request: FastifyRequest, reply: FastifyReply, page: KeptPage) {
  reply.headers(page.headers).header('etag', page.etag);
  if (isFresh(request.headers, page)) return reply.code(304).send();
  const encoding = encodingFor(request.headers['accept-encoding'] as string | undefined, Infinity);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(await page.body(encoding));
}

/** What a member's browser tells of itself by cookies. A visitor's pages are the same for everybody, so they go without. */
function deviceOf(cookies: Record<string, string>) {
  return {
    timeZone: cookies['time_zone'] ? decoded(cookies['time_zone']) : null,
    dismissed: Object.keys(cookies).flatMap((name) => (name.startsWith('dismissed_') ? [name.slice('dismissed_'.length)] : [])),
    push: cookies['push'] ?? null,
  };
}
const noDevice = { timeZone: null, dismissed: [], push: null };

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The page when not even the settings can be read (the database is away): plain, in the reader's language, to be tried again. */
function unavailable(pages: PageServer, locale: Locale) {
  const texts = pages.translations(locale, 'common') as { error: { title: string; ours: string } };
  const { title, ours } = texts.error;
  const html = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${ours}</p></html>`;
  return new Response(html, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '10' } });
}
