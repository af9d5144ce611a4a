import { createElement as h, Fragment } from 'react';
import type { Detection, Ground, MeasureKind } from '#contract/rules/measure-rules.ts';
import type { Money } from '#contract/schema.ts';
import type { MailTemplate } from '../context.ts';
import { button, paragraph, small, title } from '../pieces.ts';

interface Measure {
  name: string;
  kind: MeasureKind;
  ground: Ground;
  facts: string;
  /** End of a suspension in ISO 8601 format. */
  until: string | null;
  detection: Detection;
  /**
   * For a ban: the refund for unused credits, null if there is none. Undefined if the account was already
   * closed.
   */
  refunded?: Money | null | undefined;
  token: string;
}

/**
 * The statement of reasons for a measure (Digital Services Act, article 17): the measure, its facts and
 * grounds, how the violation was detected and how to appeal. For a ban it also states what happens to the
 * credits.
 */
export const measure: MailTemplate<Measure> = (
  { name, kind, ground, facts, until, detection, refunded, token },
  { t, link, site, day, money },
) => ({
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
    paragraph(`${t(`measure.detected.${detection}`)} ${t('measure.by_person')}`),
    refunded === undefined
      ? null
      : paragraph(
          refunded ? t('measure.ban.refunded', { amount: money(refunded) }) : t('measure.ban.no_refund'),
        ),
    paragraph(t('measure.object')),
    button(t('measure.button'), link(`/appeal?token=${token}`)),
    small(t('measure.elsewhere')),
  ),
});
