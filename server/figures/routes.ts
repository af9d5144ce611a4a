import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { publishClaim } from './claims-of.ts';
import { figuresFile } from './figures-file.ts';
import { figuresOf } from './figures-of.ts';

/** The figures of the site, as a screen and as files, and the claims made of them. */
export const figuresHandlers = (app: App) =>
  handlers({
    adminFigures: ({ query }) => figuresOf(app, query),

    async adminFiguresFile({ query: { part, ...stretch } }, { audit, reply }) {
      const figures = await figuresOf(app, stretch);
      // Noted before the file leaves: after its last byte nobody waits for the audit log.
      await audit(app.db, { object: part });
      await reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${part}-${figures.from}-${figures.to}.csv"`)
        .header('cache-control', 'private, no-store')
        .send(figuresFile(figures, part));
      return null;
    },

    async publishClaim({ body }, { audit }) {
      await publishClaim(app, audit, body);
      return { ok: true };
    },
  });
