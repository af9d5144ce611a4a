import { createElement as h, Fragment } from 'react';
import type { Money } from '#contract/schema.ts';
import type { MailTemplate } from '../context.ts';
import { button, facts, paragraph, title } from '../pieces.ts';

export interface Refund {
  name: string;
  payment_id: string;
  amount: Money;
  credits: number;
}

export const refund: MailTemplate<Refund> = (back, { t, link, site, money }) => ({
  subject: t('refund.subject', { amount: money(back.amount), site: site.name }),
  preview: t('refund.preview'),
  reason: t('refund.reason', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('refund.title', { name: back.name })),
    paragraph(t('refund.text', { amount: money(back.amount) })),
    facts([
      [t('refund.amount'), money(back.amount)],
      ...(back.credits > 0 ? [[t('refund.credits'), String(back.credits)] as [string, string]] : []),
      [t('refund.order'), back.payment_id],
    ]),
    button(t('refund.button'), link(`/transactions/${back.payment_id}`)),
  ),
});
