import { locales } from '#contract/lists/locales.ts';
import { auditLines, auditRows } from '../audit/index.ts';
import { limitsOf } from '../identity/index.ts';
import { retryRefusedStatements, statementFigures } from '../moderation/index.ts';
import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { sendCsv } from '../platform/http/send-csv.ts';
import { siteChoices } from '../site-scope/index.ts';
import { settingsOf } from '../site-settings/index.ts';
import { changeCredits } from './change-credits.ts';
import { correctMember } from './correct-member.ts';
import { changesThatWait, decideChange } from './decide-change.ts';
import { decideCredits } from './decide-credits.ts';
import { deleteMember } from './delete-member.ts';
import { memberFile } from './member-file.ts';
import { officeNotices } from './notices.ts';
import { operatorOf } from './operator-of.ts';
import { signOutMember } from './sign-out-member.ts';
import { changeOperator } from './staff/change-operator.ts';
import { forgetOperatorFactor } from './staff/forget-operator-factor.ts';
import { inviteOperator } from './staff/invite-operator.ts';
import { operatorsOf } from './staff/operators-of.ts';
import { rolePowers } from './staff/role-powers.ts';
import { officeTasks } from './tasks.ts';
import { transparencyReport, transparencyRows } from './transparency.ts';

export const officeHandlers = (app: App) =>
  handlers({
    adminTasks: (_input, { member, host }) => officeTasks(app, member, host),
    async adminSiteChoices(_input, { member }) {
      return { sites: await siteChoices(app.db, member.sites) };
    },
    adminNotices: () => officeNotices(app),

    adminMember: ({ query }, { member }) => memberFile(app, member, query.id),

    async correctMember({ body }, call) {
      await correctMember(app, operatorOf(call), body);
      return { ok: true };
    },
    async signOutMember({ body }, call) {
      await signOutMember(app, operatorOf(call), body.member);
      return { ok: true };
    },
    async deleteMember({ body }, call) {
      await deleteMember(app, operatorOf(call), body);
      return { ok: true };
    },

    async changeCredits({ body }, call) {
      return { state: await changeCredits(app, operatorOf(call), body) };
    },
    async decideCredits({ body }, call) {
      return { state: await decideCredits(app, operatorOf(call), body) };
    },

    waitingChanges: (_input, { member }) => changesThatWait(app, member),
    decideChange: async ({ body }, call) => ({ state: await decideChange(app, call, body) }),

    adminAudit: ({ query }, { member: { sites } }) => auditLines(app.db, { ...query, sites }),
    async adminAuditFile({ query }, { member: { sites }, audit, reply }) {
      await audit(app.db, {});
      await sendCsv(reply, 'audit.csv', auditRows(app.db, { ...query, sites }));
      return null;
    },

    adminDsaStatements: () => statementFigures(app),
    async retryDsaStatements() {
      await retryRefusedStatements(app);
      return { ok: true };
    },
    adminTransparency: ({ query }) => transparencyReport(app.db, query ?? {}),
    async transparency(_input, call) {
      const { public_transparency: isPublic } = await settingsOf(app, call.host);
      if (!isPublic) throw refuse('not_found');
      return transparencyReport(app.db, {});
    },
    async transparencyFile({ query }, { audit, reply }) {
      const report = await transparencyReport(app.db, query ?? {});
      await audit(app.db, {});
      await sendCsv(reply, `transparency-${report.from}-${report.to}.csv`, transparencyRows(report));
      return null;
    },

    async adminRoles(_input, { member }) {
      return {
        roles: rolePowers(),
        own_limits: await limitsOf(app.db, member.memberId),
        own_languages: locales.filter((locale) => member.languages.includes(locale)),
      };
    },
    async adminOperators(_input, { member: { sites } }) {
      return { operators: await operatorsOf(app.db, sites), sites: await siteChoices(app.db, sites) };
    },
    async inviteOperator({ body }, call) {
      return {
        id: await inviteOperator(app, operatorOf(call), body, {
          locale: call.member.language,
          host: call.host,
        }),
      };
    },
    async forgetOperatorFactor({ body }, call) {
      await forgetOperatorFactor(app, operatorOf(call), body.id);
      return { ok: true };
    },
    async changeOperator({ body }, call) {
      await changeOperator(app, operatorOf(call), body);
      return { ok: true };
    },
  });
