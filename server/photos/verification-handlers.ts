import type { App } from '../platform/app.ts';
import { handlers, type MemberSession } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { createPhotoAddresses } from './addresses.ts';
import { beginLiveness } from './liveness/begin-liveness.ts';
import { endLiveness } from './liveness/end-liveness.ts';
import { livenessOf } from './liveness/liveness-of.ts';
import { settleByNotification } from './liveness/settle-by-notification.ts';
import { askForVerification } from './verification/ask-for-verification.ts';
import { beginVerification } from './verification/begin-verification.ts';
import { demandOf } from './verification/demand-of.ts';
import { sendSelfie } from './verification/send-selfie.ts';
import { verificationOf } from './verification/verification-of.ts';
import { waitingVerifications } from './verification/waiting-verifications.ts';
import { withdrawDemand } from './verification/withdraw-demand.ts';
import { withdrawVerification } from './verification/withdraw-verification.ts';

const reviewerOf = ({ memberId: id, roles, sites, languages }: MemberSession) => ({
  id,
  roles,
  sites,
  languages,
});

export function verificationHandlers(app: App) {
  const addresses = createPhotoAddresses(app.config.secret);
  const ownLiveness = async (member: number) => {
    const found = await livenessOf(app, member);
    if (!found) throw refuse('not_found');
    return found;
  };
  return handlers({
    async verification(_input, { member, host }) {
      const { badge_ends_with_photos, verification_required } = await settingsOf(app, host);
      const [state, demand, liveness] = await Promise.all([
        verificationOf(app.db, member.memberId),
        demandOf(app.db, member.memberId, verification_required),
        livenessOf(app, member.memberId),
      ]);
      const ends = badge_ends_with_photos && state.state === 'verified';
      return {
        ...state,
        ...(ends && { ends_with_photos: true }),
        ...(demand && { demand }),
        ...(liveness && { liveness }),
      };
    },
    beginVerification: (_input, { member }) => beginVerification(app.db, member.memberId),
    async sendSelfie({ file }, { member, host }) {
      if (!file) throw refuse('bad_request');
      return sendSelfie(app, member.memberId, file.content, host);
    },
    withdrawVerification: (_input, { member }) => withdrawVerification(app, member.memberId),
    async beginLiveness({ body }, { member, host }) {
      await beginLiveness(app, member.memberId, { locale: body.language, host });
      return ownLiveness(member.memberId);
    },
    async withdrawLiveness(_input, { member }) {
      const result = { state: 'failed', reason: 'withdrawn' } as const;
      await endLiveness(app, app.db, { member: member.memberId, result });
      return ownLiveness(member.memberId);
    },
    async livenessNotification({ query, body }, { rawBody, request: { headers } }) {
      await settleByNotification(app, query.provider, { fields: body, body: rawBody, headers });
      return { ok: true };
    },
    async askForVerification({ body }, { member, audit }) {
      await askForVerification(app, { ...body, operator: member.memberId, audit });
      return { ok: true };
    },
    async withdrawVerificationDemand({ body }, { audit }) {
      await withdrawDemand(app, { ...body, audit });
      return { ok: true };
    },
    adminVerifications: ({ query }, { member }) =>
      waitingVerifications(app, addresses, reviewerOf(member), query.cursor),
  });
}
