import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { mailFields, mails } from './mail-texts.ts';
import { previewMail, testMail } from './preview-mail.ts';
import { textSites } from './sites.ts';
import { versionsOf } from './versions.ts';
import { writeMail } from './write-mail.ts';

export const textsHandlers = (app: App) =>
  handlers({
    adminTextSites: (_input, { member }) => textSites(app, member.sites),
    adminTextVersions: ({ query }) => versionsOf(app.db, query),

    adminMails: (_input, { member }) => mails(app.db, member.sites),
    adminMail: ({ query }, { member }) => mailFields(app, member, query),
    adminWriteMail: ({ body }, { member }) => writeMail(app, member, body),
    adminMailPreview: ({ body }) => previewMail(app, body),
    adminMailTest: ({ body }, { member }) => testMail(app, member.memberId, body),
  });
