import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from './context.ts';
import { button, paragraph, small, textLink, title } from './pieces.ts';

/** Why a photo may be refused; the words of POST /api/admin/photos.php. */
export const refusalReasons = ['not_a_person', 'more_people', 'contact_details', 'explicit', 'minor', 'quality', 'not_own', 'other'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

interface PhotoDecision {
  name: string;
  /** Why it is refused; null: others see it. */
  reason: RefusalReason | null;
  /** Premium members only see it. */
  hidden?: boolean;
  /** Of a refusal: opens the page to object on. */
  token?: string | null;
}

/** An inspected photo: active, active as a private one, or refused with the reasons (Digital Services Act, article 17). */
export const photoDecision: MailTemplate<PhotoDecision> = ({ name, reason, hidden, token }, { t, link, site }) => {
  const outcome = reason !== null ? 'refused' : hidden ? 'private' : 'approved';
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
      ...(token
        ? [
            small(`${t('measure.by_site')} ${t('measure.by_person')} ${t('measure.object')}`),
            small(textLink(t('measure.button'), link(`/appeal?token=${token}`))),
            small(t('measure.elsewhere')),
          ]
        : []),
    ),
  };
};
