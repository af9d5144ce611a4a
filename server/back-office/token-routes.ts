import { calls, type Call, type CallName } from '#contract/calls.ts';
import { hasRole } from '#contract/enums.ts';
import { scopesFor, tokenScopes, type TokenScope } from '#contract/token-scopes.ts';
import { apiTokensOf, makeApiToken, revokeApiToken, type TokensOf } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { handlers, type MemberSession } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';

/** Access tokens of operators. A token opens what its operator's roles open when it is used, not when it was made. */
export const operatorTokenHandlers = (app: App) =>
  handlers({
    async adminTokens(_input, { member }) {
      return { tokens: await apiTokensOf(app.db, whoseFor(member)), scopes: scopesOf(member) };
    },
    async addAdminToken({ body }, { member, host, userAgent }) {
      const mine = scopesOf(member);
      if (!body.scopes.every((scope) => mine.includes(scope))) throw refuse('role_required');
      return makeApiToken(app, { member: member.memberId, ...body }, { host, userAgent });
    },
    async revokeAdminToken({ body }, { member }) {
      await revokeApiToken(app.db, body.id, whoseFor(member));
      return { ok: true };
    },
  });

/** The scopes whose every call is open to these roles. */
const scopesOf = ({ roles }: MemberSession): TokenScope[] =>
  scopesFor('operator').filter((scope) => (tokenScopes[scope].calls as readonly CallName[]).every((name) => hasRole(roles, (calls[name] as Call).roles ?? [])));

const whoseFor = ({ memberId, roles }: MemberSession): TokensOf => (hasRole(roles, []) ? 'operators' : { member: memberId });
