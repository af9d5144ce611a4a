import { createElement as h, Fragment } from 'react';
import type { VoiceIntroRefusal } from '#contract/photos/refusal-reasons.ts';
import type { MailTemplate } from './context.ts';
import { button, paragraph, small, textLink, title } from './pieces.ts';

interface VoiceIntroDecision {
  name: string;
  /** The reason for a refusal. Null if the introduction was approved. */
  reason: VoiceIntroRefusal | null;
  /** For an appeal against a refusal. */
  token: string | null;
}

/** The result of an inspection, with the statement of reasons of a refusal (Digital Services Act, article 17). */
export const voiceIntroDecision: MailTemplate<VoiceIntroDecision> = (
  { name, reason, token },
  { t, link, site },
) => {
  const outcome = reason === null ? 'approved' : 'refused';
  return {
    subject: t(`voice_intro_decision.${outcome}.subject`, { site: site.name }),
    preview: t(`voice_intro_decision.${outcome}.preview`),
    reason: t('reason.account', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t(`voice_intro_decision.${outcome}.title`, { name })),
      paragraph(t(`voice_intro_decision.${outcome}.text`)),
      reason === null ? null : paragraph(t(`voice_intro_decision.reasons.${reason}`)),
      button(t(`voice_intro_decision.${outcome}.button`), link('/profile')),
      ...(token === null
        ? []
        : [
            small(`${t('measure.detected.own')} ${t('measure.by_person')} ${t('measure.object')}`),
            small(textLink(t('measure.button'), link(`/appeal?token=${token}`))),
            small(t('measure.elsewhere')),
          ]),
    ),
  };
};
