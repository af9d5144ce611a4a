import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { campaignsOf } from './campaigns-of.ts';
import { figuresFile } from './figures-file.ts';
import { figuresOf } from './figures-of.ts';
import { publishClaim } from './publish-claim.ts';

export const figuresHandlers = (app: App) =>
  handlers({
    adminFigures: ({ query }, { member }) => figuresOf(app, member.sites, query),

    adminCampaigns: ({ query }, { member }) => campaignsOf(app, member.sites, query),

    async adminFiguresFile({ query: { part, ...stretch } }, { member, audit, reply }) {
      const figures = await figuresOf(app, member.sites, stretch);
      // The audit entry comes first: once the file is sent, a failure to write the entry could no longer stop
      // it.
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
