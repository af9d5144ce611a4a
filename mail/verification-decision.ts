import { createElement as h, Fragment } from 'react';
import { SELFIE_DAYS, type VerificationReason } from '#contract/rules/verification-rules.ts';
import type { MailContext, MailTemplate } from './context.ts';
import { button, paragraph, small, title } from './pieces.ts';

/** `token` is the member's appeal against a refusal as under age. */
interface Words {
  name: string;
  reason: VerificationReason | null;
  token?: string | undefined;
}

export const verificationDecision: MailTemplate<Words> = (words, context) =>
  words.reason === 'minor' && words.token
    ? underAge(words.name, words.token, context)
    : decision(words, context);

const decision: MailTemplate<Words> = ({ name, reason }, { t, link, site }) => {
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

/** A statement of reasons (Digital Services Act, article 17). */
const underAge = (name: string, token: string, { t, link, site }: MailContext) => ({
  subject: t('verification_decision.refused.subject', { site: site.name }),
  preview: t('verification_decision.minor.preview'),
  reason: t('reason.account', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('verification_decision.refused.title', { name })),
    paragraph(t('verification_decision.minor.text')),
    paragraph(t('measure.grounds.underage')),
    paragraph(`${t('measure.detected.own')} ${t('measure.by_person')}`),
    paragraph(t('measure.object')),
    button(t('measure.button'), link(`/appeal?token=${token}`)),
    small(t('measure.elsewhere')),
  ),
});
