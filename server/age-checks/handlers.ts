import { isLocale } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import { handlers, type MemberSession } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { ageCheckOf } from './age-check-of.ts';
import { beginAgeCheck } from './begin-age-check.ts';
import { ageProofRequestOf } from './eu/age-proof-request-of.ts';
import { takeAgeProof } from './eu/take-age-proof.ts';
import { appealAgeCheck } from './office/appeal-age-check.ts';
import { decideAgeCheck } from './office/decide-age-check.ts';
import { sendAgePicture } from './office/send-age-picture.ts';
import { waitingAgeChecks } from './office/waiting-age-checks.ts';
import { settleByNotification } from './settle-by-notification.ts';
import { withdrawAgeCheck } from './withdraw-age-check.ts';

const reviewerOf = ({ memberId: id, roles, sites, languages }: MemberSession) => ({
  id,
  roles,
  sites,
  languages,
});

export const ageCheckHandlers = (app: App) =>
  handlers({
    ageCheck: (_input, { member, host }) => ageCheckOf(app, member.memberId, host),
    async beginAgeCheck({ body }, { member, host }) {
      const own = isLocale(member.language) ? member.language : 'en';
      await beginAgeCheck(app, member.memberId, body.provider, {
        locale: body.language ?? own,
        host,
      });
      return ageCheckOf(app, member.memberId, host);
    },
    async withdrawAgeCheck(_input, { member, host }) {
      await withdrawAgeCheck(app.db, member.memberId);
      return ageCheckOf(app, member.memberId, host);
    },
    async sendAgePicture({ body, file }, { member, host }) {
      if (!file) throw refuse('bad_request');
      await sendAgePicture(app, member.memberId, body.part, file.content);
      return ageCheckOf(app, member.memberId, host);
    },
    async appealAgeCheck({ body }, { member, host }) {
      await appealAgeCheck(app, member.memberId, body.text);
      return ageCheckOf(app, member.memberId, host);
    },
    adminAgeChecks: ({ query }, { member }) => waitingAgeChecks(app, reviewerOf(member), query.cursor),
    async decideAgeCheck({ body }, { member, audit }) {
      await decideAgeCheck(app, { ...body, operator: member.memberId, audit });
      return { ok: true };
    },
    async ageCheckNotification({ query, body }) {
      await settleByNotification(app, query.provider, body);
      return { ok: true };
    },
    ageProofRequest: ({ query: { language } }, { member, host }) =>
      ageProofRequestOf(app, member.memberId, { language, host }),
    ageProof: ({ body }, { host }) => takeAgeProof(app, body, host),
  });
