import { createElement as h, Fragment } from 'react';
import type { Money } from '#contract/schema.ts';
import type { MailTemplate } from '../context.ts';
import { button, facts, paragraph, small, title } from '../pieces.ts';

export interface Withdrawal {
  /** As it was stated; null where nothing shows that the reader wrote it. */
  name: string | null;
  email: string;
  order: string;
  /** ISO 8601. */
  received_at: string;
  time_zone: string;
  outcome: 'refunded' | 'nothing_unused' | 'late' | 'unmatched';
  /** Taken back, and paid back for them. */
  credits: number;
  amount: Money | null;
  refund_days: number;
}

/** The receipt of a withdrawal on a durable medium: what was stated, the day and the time (directive 2023/2673). */
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
      [t('withdrawal.order'), stated.order],
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
    ...(stated.outcome === 'unmatched' ? [] : [button(t('withdrawal.button'), link(`/transactions/${stated.order}`))]),
    small(t('withdrawal.keep')),
  ),
});

/** Day and time to the second, with the zone. */
const moment = (instant: string, locale: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone }).format(new Date(instant));
