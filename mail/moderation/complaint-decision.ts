import { createElement as h, Fragment } from 'react';
import type { ComplaintOutcome } from '#contract/lists/complaints.ts';
import type { MailTemplate } from '../context.ts';
import { button, facts, paragraph, small, title } from '../pieces.ts';

/**
 * The outcome of a complaint, for its sender. It does not mention the accused member, because others may see
 * the sender's inbox.
 */
export const complaintDecision: MailTemplate<{
  id: number;
  outcome: ComplaintOutcome;
  note: string | null;
  member: boolean;
  token: string;
}> = ({ id, outcome, note, member, token }, { t, link, site }) => ({
  subject: t('complaint_decision.subject', { id, site: site.name }),
  preview: t('complaint_decision.preview'),
  reason: t('complaint_receipt.reason', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('complaint_decision.title')),
    paragraph(t(`complaint_decision.${outcome}`)),
    facts([[t('complaint_receipt.number'), String(id)]]),
    note ? small(t('complaint_decision.note')) : null,
    note ? paragraph(note) : null,
    member ? button(t('complaint_decision.button'), link('/complaints')) : null,
    small(t('complaint_decision.disagree')),
    button(t('measure.button'), link(`/appeal?token=${token}`)),
  ),
});
