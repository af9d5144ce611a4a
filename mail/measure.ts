import { createElement as h, Fragment } from 'react';
import type { Ground, MeasureKind } from '#contract/rules/measure-rules.ts';
import type { Money } from '#contract/schema.ts';
import type { MailTemplate } from './context.ts';
import { button, paragraph, small, title } from './pieces.ts';

interface Measure {
  name: string;
  kind: MeasureKind;
  ground: Ground;
  /** In the words of who decided. */
  facts: string;
  /** End of a suspension, ISO 8601. */
  until: string | null;
  /** Somebody complained; else the site acted by itself. */
  byComplaint: boolean;
  /** Of a ban: the money that unused credits bring back, null for none; undefined for an account that was closed before. */
  refunded?: Money | null | undefined;
  /** Opens the page to object on. */
  token: string;
}

/**
 * The statement of reasons of a measure (Digital Services Act, article 17): what, why, on what ground, how it was found, and how to
 * object; of a ban also what becomes of the credits.
 */
export const measure: MailTemplate<Measure> = ({ name, kind, ground, facts, until, byComplaint, refunded, token }, { t, link, site, day, money }) => ({
  subject: t('measure.subject', { site: site.name }),
  preview: t('measure.preview'),
  reason: t(kind === 'ban' ? 'measure.ban.reason' : 'reason.account', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t(`measure.${kind}.title`, { name })),
    paragraph(t(`measure.${kind}.text`, { until: until ? day(until) : '' })),
    small(t('measure.why')),
    paragraph(t(`measure.grounds.${ground}`)),
    paragraph(facts),
    paragraph(`${t(byComplaint ? 'measure.by_complaint' : 'measure.by_site')} ${t('measure.by_person')}`),
    refunded === undefined ? null : paragraph(refunded ? t('measure.ban.refunded', { amount: money(refunded) }) : t('measure.ban.no_refund')),
    paragraph(t('measure.object')),
    button(t('measure.button'), link(`/appeal?token=${token}`)),
    small(t('measure.elsewhere')),
  ),
});
