import { createElement as h, Fragment } from 'react';
import type { Money } from '#contract/schema.ts';
import type { MailTemplate } from '../context.ts';
import { button, facts, paragraph, small, textLink, title } from '../pieces.ts';

export interface Receipt {
  name: string;
  payment_id: string;
  /** Receipt number, such as `2026-000042`. */
  number: string;
  credits: number;
  /** Total paid, including costs and VAT. */
  amount: Money;
  transaction_costs: Money | null;
  vat_percentage: number;
  method: string;
  /** In ISO 8601 format. */
  paid_at: string;
  /** Confirmation of the contract: goods, consent, withdrawal and terms, in the reader's language. */
  contract: string[];
}

export const receipt: MailTemplate<Receipt> = (paid, { t, link, site, money, day }) => ({
  subject: t('receipt.subject', { site: site.name }),
  preview: t('receipt.preview', { count: paid.credits }),
  reason: t('receipt.reason', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('receipt.title', { name: paid.name })),
    paragraph(t('receipt.text', { count: paid.credits })),
    facts([
      [t('receipt.credits'), String(paid.credits)],
      ...(paid.transaction_costs
        ? [[t('receipt.costs'), money(paid.transaction_costs)] as [string, string]]
        : []),
      [t('receipt.paid'), money(paid.amount)],
      ...(paid.vat_percentage > 0 ? [[t('receipt.vat'), `${paid.vat_percentage}%`] as [string, string]] : []),
      [t('receipt.method'), paid.method],
      [t('receipt.date'), day(paid.paid_at)],
      [t('receipt.receipt_number'), paid.number],
      [t('receipt.number'), paid.payment_id],
    ]),
    paragraph(textLink(t('receipt.pdf'), link(`/transactions/${paid.payment_id}`))),
    button(t('receipt.button'), link('/members')),
    ...paid.contract.map((text) => small(text)),
  ),
});
