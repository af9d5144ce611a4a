import { createElement as h, Fragment } from 'react';
import type { RefusalReason } from '#contract/photos/refusal-reasons.ts';
import type { Detection } from '#contract/rules/measure-rules.ts';
import type { MailTemplate } from './context.ts';
import { button, paragraph, small, textLink, title } from './pieces.ts';

interface PhotoDecision {
  name: string;
  /** The reason for a refusal. Null if the photo was approved. */
  reason: RefusalReason | null;
  /** True if only premium members see the photo. */
  hidden?: boolean;
  /** With the statement of reasons of a refusal: the token for an appeal, and how the photo was found. */
  statement?: { token: string; detection: Detection } | null;
}

/**
 * The result of an inspection: active, active as a private photo, or refused with the reasons (Digital
 * Services Act, article 17).
 */
export const photoDecision: MailTemplate<PhotoDecision> = (
  { name, reason, hidden, statement },
  { t, link, site },
) => {
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
      ...(statement
        ? [
            small(
              `${t(`measure.detected.${statement.detection}`)} ${t('measure.by_person')} ${t('measure.object')}`,
            ),
            small(textLink(t('measure.button'), link(`/appeal?token=${statement.token}`))),
            small(t('measure.elsewhere')),
          ]
        : []),
    ),
  };
};
