import { createElement as h, Fragment } from 'react';
import type { Money } from '#contract/schema.ts';
import type { MailTemplate } from '../context.ts';
import { button, facts, paragraph, title } from '../pieces.ts';

export interface ClaimableRefund {
  name: string;
  payment_id: string;
  amount: Money;
  /** A page of the payment provider. Whoever has the address can take the money. */
  claim_url: string;
}

export const refundClaim: MailTemplate<ClaimableRefund> = (back, { t, site, money }) => ({
  subject: t('refund_claim.subject', { amount: money(back.amount), site: site.name }),
  preview: t('refund_claim.preview'),
  reason: t('refund.reason', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('refund.title', { name: back.name })),
    paragraph(t('refund_claim.text', { amount: money(back.amount) })),
    button(t('refund_claim.button'), back.claim_url),
    paragraph(t('refund_claim.private')),
    facts([
      [t('refund.amount'), money(back.amount)],
      [t('refund.order'), back.payment_id],
    ]),
  ),
});
