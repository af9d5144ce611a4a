import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { settingsOf } from '../site-settings/index.ts';
import { askSupport } from './ask-support.ts';
import { ownThread, ownThreads } from './own-threads.ts';
import { writeInThread } from './write-in-thread.ts';

export const supportHandlers = (app: App) =>
  handlers({
    support: ({ query }, { member }) => ownThreads(app.db, member.memberId, query.cursor),

    async askSupport({ body }, { member, host, locale }) {
      const { domain_language } = await settingsOf(app, host);
      const asker = { member: member?.memberId ?? null, locale: locale ?? domain_language, host };
      const id = await askSupport(app, asker, body);
      // A visitor reaches the thread only through the mail, which proves that the address is theirs.
      return { id: member ? id : null };
    },

    supportThread: ({ query }, { member }) => ownThread(app, { ...query, member: member?.memberId ?? null }),

    writeSupport: async ({ body: { client_id, text, ...which } }, { member }) => ({
      id: await writeInThread(
        app,
        { ...which, member: member?.memberId ?? null },
        { clientId: client_id, text },
      ),
    }),
  });
