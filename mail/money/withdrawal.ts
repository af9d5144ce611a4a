import { createElement as h, Fragment } from 'react';
import { formatLocale } from '#contract/lists/locales.ts';
import type { Money } from '#contract/schema.ts';
import type { MailTemplate } from '../context.ts';
import { button, facts, paragraph, small, title } from '../pieces.ts';

export interface Withdrawal {
  /** As the sender stated it. Null unless it is proven that the reader sent the statement. */
  name: string | null;
  email: string;
  /** Empty if the statement contains no order number. */
  order: string;
  /** In ISO 8601 format. */
  received_at: string;
  time_zone: string;
  outcome: 'refunded' | 'nothing_unused' | 'late' | 'unmatched';
  /** Credits deducted, and the money refunded for them. */
  credits: number;
  amount: Money | null;
  refund_days: number;
}

/**
 * Confirms a withdrawal on a durable medium: the content of the statement, with date and time (directive
 * 2023/2673).
 */
export const withdrawal: MailTemplate<Withdrawal> = (stated, { t, link, site, money, locale }) => ({
  subject: t('withdrawal.subject', { site: site.name }),
  preview: t('withdrawal.preview'),
  reason: t('withdrawal.reason', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('withdrawal.title')),
    paragraph(t('withdrawal.text')),
    facts([
      [t('withdrawal.statement'), t('withdrawal.i_withdraw')],
      ...(stated.order ? [[t('withdrawal.order'), stated.order] as [string, string]] : []),
      ...(stated.name ? [[t('withdrawal.name'), stated.name] as [string, string]] : []),
      [t('withdrawal.email'), stated.email],
      [t('withdrawal.received'), moment(stated.received_at, locale, stated.time_zone)],
      ...(stated.amount
        ? ([
            [t('withdrawal.credits'), String(stated.credits)],
            [t('withdrawal.amount'), money(stated.amount)],
          ] as [string, string][])
        : []),
    ]),
    paragraph(t(`withdrawal.${stated.outcome}`, { days: stated.refund_days, email: site.supportEmail })),
    ...(stated.outcome === 'unmatched'
      ? []
      : [button(t('withdrawal.button'), link(`/transactions/${stated.order}`))]),
    small(t('withdrawal.keep')),
  ),
});

/** Formats an instant to the second, with the time zone. */
const moment = (instant: string, locale: string, timeZone: string): string =>
  new Intl.DateTimeFormat(formatLocale(locale), { dateStyle: 'long', timeStyle: 'long', timeZone }).format(
    new Date(instant),
  );
