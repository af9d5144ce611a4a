import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from './context.ts';
import { button, paragraph, title } from './pieces.ts';

/** Why a photo may be refused; the words of POST /api/admin/photos.php. */
export const refusalReasons = ['not_a_person', 'more_people', 'contact_details', 'explicit', 'minor', 'quality', 'not_own', 'other'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** An inspected photo: active, or refused with the reason. */
export const photoDecision: MailTemplate<{ name: string; reason: RefusalReason | null }> = ({ name, reason }, { t, link, site }) => {
  const outcome = reason === null ? 'approved' : 'refused';
  return {
    subject: t(`photo_decision.${outcome}.subject`, { site: site.name }),
    preview: t(`photo_decision.${outcome}.preview`),
    reason: t('reason.account', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t(`photo_decision.${outcome}.title`, { name })),
      paragraph(t(`photo_decision.${outcome}.text`)),
      reason === null ? null : paragraph(t(`photo_decision.reasons.${reason}`)),
      button(t(`photo_decision.${outcome}.button`), link('/profile')),
    ),
  };
};
