import { withdrawInvitation } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { handlers } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { addInvitation } from './signup/add-invitation.ts';
import { invitationsOf } from './signup/invitations-of.ts';

export const invitationHandlers = (app: App) =>
  handlers({
    adminInvitations: ({ query }, { member }) => invitationsOf(app, member.sites, query?.cursor),
    addInvitation: ({ body }, call) => addInvitation(app, body, call),
    async withdrawInvitation({ body }, { audit }) {
      await inTransaction(app.db, async (tx) => {
        if (!(await withdrawInvitation(tx, body.id))) throw refuse('not_found');
        await audit(tx, { object: body.id });
      });
      return { ok: true };
    },
  });
