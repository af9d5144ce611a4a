import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerBuild } from 'react-router';
import { sendCompressed } from './compress.ts';
import { secure } from './page-policy.ts';
import { inProcess, readCookies, webRequest } from './request.ts';
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
      handler: (request, reply) => answerPage(fastify, options, source, request, reply),
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

async function answerPage(fastify: FastifyInstance, options: SsrOptions, source: PageSource, request: FastifyRequest, reply: FastifyReply) {
  // Behind a proxy that ends TLS the request itself is plain; the site's own address tells.
  const https = request.protocol === 'https' || options.publicUrl?.startsWith('https:') === true;
  const url = new URL(`${https ? 'https' : 'http'}://${request.host}${request.url}`);
  const cookies = readCookies(request.headers.cookie);
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

  const report = (error: unknown) => request.log.error({ err: error, path: bare }, 'a page was not made as it should');
  const nonce = randomBytes(16).toString('base64');
  const build = await source.build();
  const setCookies: string[] = [];
  const theme = cookies['theme'];
  const abort = new AbortController();
  reply.raw.on('close', () => abort.abort());
  const pages = build.entry.module as unknown as PageServer;
  const response = await pages
    .respond(build, webRequest(request, url, abort.signal), {
      nonce,
      report,
      hasSession: cookies['auth'] !== undefined,
      transport: inProcess(fastify, request, setCookies),
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
      report(error);
      return unavailable(pages, locale);
    });

  reply.code(response.status);
  response.headers.forEach((value, name) => void (name !== 'set-cookie' && reply.header(name, value)));
  const allCookies = [...setCookies, ...response.headers.getSetCookie()];
  if (allCookies.length) reply.header('set-cookie', allCookies);
  secure(reply, { production: options.production, nonce, https });
  if (!response.headers.has('cache-control')) reply.header('cache-control', cookies['auth'] ? 'private, no-store' : 'private, no-cache');
  return sendCompressed(request, reply, Buffer.from(await response.arrayBuffer()));
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
