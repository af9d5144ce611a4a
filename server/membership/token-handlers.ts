import { accountOf, apiTokensOf, isPassword, makeApiToken, revokeApiToken } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';

export const tokenHandlers = (app: App) =>
  handlers({
    async tokens(_input, { member }) {
      return { tokens: await apiTokensOf(app.db, { member: member.memberId }) };
    },
    async addToken({ body: { password, ...wanted } }, { member, host, userAgent }) {
      // A token on somebody else's address would outlive the owner's use of the activation link.
      if (member.status === 'not_confirmed') throw refuse('address_unconfirmed');
      const account = await accountOf(app.db, member.memberId);
      if (!(await isPassword(account?.password_hash, password))) throw refuse('password_wrong');
      return makeApiToken(app, { member: member.memberId, ...wanted }, { host, userAgent });
    },
    async revokeToken({ body }, { member }) {
      await revokeApiToken(app.db, body.id, { member: member.memberId });
      return { ok: true };
    },
  });
