import { createElement as h, Fragment } from 'react';
import type { AlertRule } from '#contract/operations/alert-rules.ts';
import type { MailTemplate } from './context.ts';
import { button, heading, paragraph, title } from './pieces.ts';

export interface MailAlert {
  rule: AlertRule;
  subject: string;
  value: number;
}

/** Alerts of the installation that have begun or ended since the last mail. */
export const operationsAlert: MailTemplate<{ name: string; began: MailAlert[]; ended: MailAlert[] }> = (
  { began, ended },
  { t, link, site },
) => {
  const sentence = ({ rule, subject, value }: MailAlert) =>
    t(`operations_alert.rules.${rule}`, { subject, value });
  const part = (what: 'began' | 'ended', alerts: MailAlert[]) =>
    alerts.length > 0 &&
    h(
      Fragment,
      { key: what },
      heading(t(`operations_alert.${what}`)),
      ...alerts.map((alert) => paragraph(sentence(alert))),
    );
  const subject = t(began.length > 0 ? 'operations_alert.subject_began' : 'operations_alert.subject_ended', {
    site: site.name,
  });
  return {
    subject,
    preview: t('operations_alert.preview'),
    reason: t('operations_alert.reason', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(subject),
      part('began', began),
      part('ended', ended),
      button(t('operations_alert.button'), link('/admin/operations')),
    ),
  };
};
