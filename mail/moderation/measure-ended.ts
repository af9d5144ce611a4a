import { createElement as h, Fragment } from 'react';
import type { MeasureKind } from '#contract/rules/measure-rules.ts';
import type { MailTemplate } from '../context.ts';
import { button, paragraph, title } from '../pieces.ts';

interface Ended {
  name: string;
  note: string;
  kind: MeasureKind;
}

export const measureEnded: MailTemplate<Ended> = (content, context) =>
  content.kind === 'complaint_suspension'
    ? complaintsAccepted(content, context)
    : accountOpen(content, context);

const accountOpen: MailTemplate<Ended> = ({ name, note }, { t, link, site }) => ({
  subject: t('measure_ended.subject', { site: site.name }),
  preview: t('measure_ended.preview'),
  reason: t('reason.account', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('measure_ended.title', { name })),
    paragraph(t('measure_ended.text')),
    paragraph(note),
    button(t('measure_ended.button'), link('/login')),
  ),
});

const complaintsAccepted: MailTemplate<Ended> = ({ name, note }, { t, link, site }) => ({
  subject: t('measure_ended.complaints.subject', { site: site.name }),
  preview: t('measure_ended.complaints.preview'),
  reason: t('reason.account', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('measure_ended.complaints.title', { name })),
    paragraph(t('measure_ended.complaints.text')),
    paragraph(note),
    button(t('measure_ended.complaints.button'), link('/complaints')),
  ),
});
