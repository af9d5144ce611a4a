import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { paragraph, small, title } from '../pieces.ts';

export const appealDecision: MailTemplate<{ name: string | null; reversed: boolean; note: string }> = (
  { reversed, note },
  { t, site },
) => {
  const outcome = reversed ? 'reversed' : 'upheld';
  return {
    subject: t('appeal_decision.subject', { site: site.name }),
    preview: t('appeal_decision.preview'),
    reason: t('complaint_receipt.reason', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t(`appeal_decision.${outcome}.title`)),
      paragraph(t(`appeal_decision.${outcome}.text`)),
      paragraph(note),
      small(t('measure.elsewhere')),
    ),
  };
};
