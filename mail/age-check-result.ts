import { createElement as h, Fragment } from 'react';
import { AGE_APPEAL_DAYS, AGE_REVIEW_DAYS, type AgeNegative } from '#contract/age-checks/lists.ts';
import type { MailTemplate } from './context.ts';
import { button, paragraph, title } from './pieces.ts';

interface Props {
  name: string;
  reason: AgeNegative | null;
  /** A person in the office has decided. */
  isOffice: boolean;
  isAppeal: boolean;
  /** End of a passed check that still counts. */
  validUntil: string | null;
}

/** The result of an age check. The subject and the preview do not contain it, because others can read them. */
export const ageCheckResult: MailTemplate<Props> = (
  { name, reason, isOffice, isAppeal, validUntil },
  { t, link, site, day },
) => {
  const outcome = reason === null ? 'passed' : 'failed';
  const days = { days: AGE_APPEAL_DAYS, review: AGE_REVIEW_DAYS };
  return {
    subject: t('age_check_result.subject', { site: site.name }),
    preview: t('age_check_result.preview'),
    reason: t('reason.account', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t(`age_check_result.${outcome}.title`, { name })),
      paragraph(t(`age_check_result.${outcome}.text`)),
      reason === null ? null : paragraph(t(`age_check_result.reasons.${reason}`)),
      reason !== null && validUntil !== null
        ? paragraph(t('age_check_result.still_valid', { day: day(validUntil) }))
        : null,
      isOffice ? paragraph(t('age_check_result.deleted')) : null,
      reason !== null && isOffice
        ? paragraph(t(`age_check_result.${isAppeal ? 'upheld' : 'appeal'}`, days))
        : null,
      button(t(`age_check_result.${outcome}.button`), link(reason === null ? '/members' : '/age-check')),
    ),
  };
};
