import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { acquaintanceImportsOf } from './acquaintance-imports.ts';
import { addAcquaintances } from './add-acquaintances.ts';
import { removeAcquaintances } from './remove-acquaintances.ts';
import { restoreAcquaintances } from './restore-acquaintances.ts';

export const acquaintancesHandlers = (app: App) =>
  handlers({
    acquaintances: ({ query }, { member }) => acquaintanceImportsOf(app, member.memberId, query?.cursor),

    async addAcquaintances({ body }, { member }) {
      // Unconfirmed accounts cost nothing, so their limits would not bound how many contacts somebody can try.
      if (member.status === 'not_confirmed') throw refuse('address_unconfirmed');
      return addAcquaintances(app, member.memberId, body);
    },

    removeAcquaintances: async ({ body }, { member }) => ({
      removed: await removeAcquaintances(app, member.memberId, body.imports),
    }),

    async restoreAcquaintances({ body }, { member }) {
      await restoreAcquaintances(app, member.memberId, body.imports);
      return { ok: true };
    },
  });
