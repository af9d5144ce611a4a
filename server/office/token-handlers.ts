import { type Call, type CallName, calls } from '#contract/calls.ts';
import { isOwner, mayCall } from '#contract/lists/roles.ts';
import { scopesFor, tokenScopes, type TokenScope } from '#contract/lists/token-scopes.ts';
import { apiTokensOf, makeApiToken, revokeApiToken, type TokensOf } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { handlers, type MemberSession } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { siteChoices } from '../site-scope/index.ts';

/**
 * Operators' access tokens. A token grants what its operator's roles and sites allow when it is used, not when
 * it was created. It can be limited to fewer sites.
 */
export const operatorTokenHandlers = (app: App) =>
  handlers({
    async adminTokens(_input, { member }) {
      return {
        tokens: await apiTokensOf(app.db, whoseFor(member)),
        scopes: scopesOf(member),
        sites: await siteChoices(app.db, member.sites),
      };
    },
    async addAdminToken({ body }, { member, host, userAgent }) {
      const mine = scopesOf(member);
      if (!body.scopes.every((scope) => mine.includes(scope))) throw refuse('role_required');
      return makeApiToken(
        app,
        { member: member.memberId, ...body, sites: body.sites ?? null },
        { host, userAgent },
      );
    },
    async revokeAdminToken({ body }, { member }) {
      await revokeApiToken(app.db, body.id, whoseFor(member));
      return { ok: true };
    },
  });

const scopesOf = ({ roles }: MemberSession): TokenScope[] =>
  scopesFor('operator').filter((scope) =>
    tokenScopes[scope].calls.every((name) => mayCall(roles, rowOf(name))),
  );

const rowOf = (name: CallName): Call => calls[name];

const whoseFor = ({ memberId, roles, sites }: MemberSession): TokensOf =>
  isOwner(roles) ? { operatorsOf: sites } : { member: memberId };
