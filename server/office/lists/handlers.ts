import type { App } from '../../platform/app.ts';
import { handlers } from '../../platform/http/context.ts';
import { sendCsv } from '../../platform/http/send-csv.ts';
import { operatorOf } from '../operator-of.ts';
import { signOutMembers } from '../sign-out-members.ts';
import { deleteView } from '../views/delete-view.ts';
import { saveView } from '../views/save-view.ts';
import { viewsOf } from '../views/views-of.ts';
import { listMembers } from './list-members.ts';
import { memberFileRows } from './member-file-rows.ts';

export const listHandlers = (app: App) =>
  handlers({
    adminMembers: ({ query }, { member }) => listMembers(app.db, member, query ?? {}),
    async adminMembersFile({ query }, { member, audit, reply }) {
      await audit(app.db);
      await sendCsv(reply, 'members.csv', memberFileRows(app.db, member, query ?? {}));
      return null;
    },
    async signOutMembers({ body }, call) {
      return { outcomes: await signOutMembers(app, { ...operatorOf(call), log: call.log }, body) };
    },

    async listViews({ query }, { member }) {
      return { views: await viewsOf(app.db, member.memberId, query.list) };
    },
    async saveListView({ body }, call) {
      await saveView(app, operatorOf(call), body);
      return { ok: true };
    },
    async deleteListView({ body }, call) {
      await deleteView(app, operatorOf(call), body.id);
      return { ok: true };
    },
  });
