import { createElement as h, Fragment } from 'react';
import type { Ground, MeasureKind } from '#contract/measures.ts';
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
  /** Opens the page to object on. */
  token: string;
}

/** The statement of reasons of a measure (Digital Services Act, article 17): what, why, on what ground, how it was found, and how to object. */
export const measure: MailTemplate<Measure> = ({ name, kind, ground, facts, until, byComplaint, token }, { t, link, site, day }) => ({
  subject: t('measure.subject', { site: site.name }),
  preview: t('measure.preview'),
  reason: t('reason.account', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t(`measure.${kind}.title`, { name })),
    paragraph(t(`measure.${kind}.text`, { until: until ? day(until) : '' })),
    small(t('measure.why')),
    paragraph(t(`measure.grounds.${ground}`)),
    paragraph(facts),
    paragraph(`${t(byComplaint ? 'measure.by_complaint' : 'measure.by_site')} ${t('measure.by_person')}`),
    paragraph(t('measure.object')),
    button(t('measure.button'), link(`/appeal?token=${token}`)),
    small(t('measure.elsewhere')),
  ),
});
