import type { App } from '../../platform/app.ts';
import { handlers } from '../../platform/http/context.ts';
import { addNote } from './add-note.ts';
import { removeNote } from './remove-note.ts';
import { setGoal } from './set-goal.ts';
import { todayFile } from './today-file.ts';
import { todayOf } from './today-of.ts';

export const todayHandlers = (app: App) =>
  handlers({
    adminToday: ({ query }, { member }) => todayOf(app, member.sites, query),

    async adminTodayFile({ query }, { member, audit, reply }) {
      const today = await todayOf(app, member.sites, query);
      await audit(app.db, {});
      await reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="today-${today.day}.csv"`)
        .header('cache-control', 'private, no-store')
        .send(todayFile(today));
      return null;
    },

    async setFigureGoal({ body }) {
      await setGoal(app.db, body);
      return { ok: true };
    },
    async addFigureNote({ body }, { member }) {
      return { id: await addNote(app.db, member.memberId, body) };
    },
    async removeFigureNote({ body }, { audit }) {
      await removeNote(app.db, body.id, audit);
      return { ok: true };
    },
  });
