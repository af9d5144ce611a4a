import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { type FilesOf, builtAssets, developmentAssets } from './page-assets.ts';
import type { PageServer } from './page-server.ts';

/** The page server of the build or of the sources, and where it finds the files of a page. */
export type PageSource = () => Promise<{ pages: PageServer; filesOf: FilesOf }>;

export async function builtPages(fastify: FastifyInstance): Promise<PageSource> {
  const folder = resolve(process.env['BUILD_DIR'] ?? 'build');
  await fastify.register((scope) => serveAssets(scope, join(folder, 'client', 'assets')));
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
  const pages = (await import(pathToFileURL(join(folder, 'server', 'index.js')).href)) as PageServer;
  const filesOf = builtAssets(join(folder, 'client', '.vite', 'manifest.json'));
  return async () => ({ pages, filesOf });
}

/**
 * Serves assets by a route of our own. The plugin's route lists the folder at each request, to refuse names in
 * another case on file systems that ignore it. The folder holds the assets of earlier builds too, so that took
 * twice as long as sending the file.
 */
async function serveAssets(fastify: FastifyInstance, root: string): Promise<void> {
  await fastify.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  });
  fastify.route<{ Params: { '*': string } }>({
    method: ['HEAD', 'GET'],
    url: '/assets/*',
    handler: ({ params }, reply) => reply.sendFile(`/${params['*']}`),
  });
}

export async function developmentPages(fastify: FastifyInstance): Promise<PageSource> {
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
  const filesOf = developmentAssets(vite);
  return async () => ({ pages: (await vite.ssrLoadModule('/web/entry.server.tsx')) as PageServer, filesOf });
}
