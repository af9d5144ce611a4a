import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { answerError } from '../platform/http/answers.ts';
import { refuse } from '../platform/http/refusal.ts';

/**
 * `/site-pictures/<name>.webp`: pictures uploaded by operators. They are public and cacheable forever, since
 * the name is a hash of the content.
 */
export function registerSitePictures(http: FastifyInstance, app: App): void {
  http.get<{ Params: { file: string } }>(
    '/site-pictures/:file',
    { errorHandler: answerError },
    async (request, reply) => {
      const name = /^([0-9a-f]{64})\.webp$/.exec(request.params.file)?.[1];
      const { rows } = name
        ? await sql<{ content: Buffer }>`select content from site_pictures where name = ${name}`.execute(
            app.db,
          )
        : { rows: [] };
      if (!rows[0]) throw refuse('not_found');
      return reply
        .type('image/webp')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'")
        .send(rows[0].content);
    },
  );
}
