import { Readable } from 'node:stream';
import type { App } from '../../platform/app.ts';
import { handlers } from '../../platform/http/context.ts';
import { askExport } from './ask-export.ts';
import { exportOf } from './export-of.ts';
import { openExport } from './open-export.ts';

export const exportHandlers = (app: App) =>
  handlers({
    async askExport(_input, { member }) {
      await askExport(app, member.memberId);
      return { ok: true };
    },

    async exportState(_input, { member }) {
      return { export: await exportOf(app.db, member.memberId) };
    },

    async userExport(_input, { member, reply }) {
      const { bytes, pieces } = await openExport(app, member.memberId);
      await reply
        .header('content-type', 'application/zip')
        .header('content-length', bytes)
        .header('content-disposition', 'attachment; filename="my-data.zip"')
        .header('cache-control', 'no-store')
        .send(Readable.from(pieces, { objectMode: false }));
    },
  });
