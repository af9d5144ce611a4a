import type { App } from '../../platform/app.ts';
import { handlers } from '../../platform/http/context.ts';
import { decideHeldAccount } from './decide-held-account.ts';
import { waitingHeldAccounts } from './waiting-held-accounts.ts';

export const heldAccountHandlers = (app: App) =>
  handlers({
    adminHeldAccounts: ({ query }, { member }) => waitingHeldAccounts(app.db, member, query?.cursor),
    async decideHeldAccount({ body }, { member, audit }) {
      return { ok: true, ...(await decideHeldAccount(app, { id: member.memberId, audit }, body)) };
    },
  });
