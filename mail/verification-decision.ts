import { createElement as h, Fragment } from 'react';
import { SELFIE_DAYS, type VerificationReason } from '#contract/rules/verification-rules.ts';
import type { MailTemplate } from './context.ts';
import { button, paragraph, title } from './pieces.ts';

export const verificationDecision: MailTemplate<{ name: string; reason: VerificationReason | null }> = (
  { name, reason },
  { t, link, site },
) => {
  const outcome = reason === null ? 'verified' : reason === 'expired' ? 'expired' : 'refused';
  return {
    subject: t(`verification_decision.${outcome}.subject`, { site: site.name }),
    preview: t(`verification_decision.${outcome}.preview`),
    reason: t('reason.account', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t(`verification_decision.${outcome}.title`, { name })),
      paragraph(t(`verification_decision.${outcome}.text`, { days: SELFIE_DAYS })),
      outcome !== 'refused' ? null : paragraph(t(`verification_decision.reasons.${reason}`)),
      button(
        t(`verification_decision.${outcome}.button`),
        link(reason === null ? '/profile' : '/verification'),
      ),
    ),
  };
};
