import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { answerThread } from './answer-thread.ts';
import { changeThread } from './change-thread.ts';
import { inbox } from './inbox.ts';
import { memberBeside } from './member-beside.ts';
import { noteThread } from './note-thread.ts';
import { saveTemplate } from './save-template.ts';
import { templates } from './templates.ts';
import { threadFile } from './thread-file.ts';

export const supportOfficeHandlers = (app: App) =>
  handlers({
    adminSupport: ({ query }, { member }) => inbox(app.db, member, query),
    adminSupportThread: ({ query }, { member }) => threadFile(app, member.memberId, query.id),
    adminSupportMember: ({ query }, { member }) => memberBeside(app.db, member, query.id),

    async answerSupport({ body }, { member }) {
      await answerThread(app, member.memberId, body);
      return { ok: true };
    },

    async noteSupport({ body }, { member }) {
      await noteThread(app.db, member.memberId, body);
      return { ok: true };
    },

    supportTemplates: ({ query }) => templates(app.db, query.language),

    async saveSupportTemplate({ body }, { member }) {
      await saveTemplate(app.db, member.memberId, body);
      return { ok: true };
    },

    async changeSupport({ body }, { member }) {
      await changeThread(app, member.memberId, body);
      return { ok: true };
    },
  });
