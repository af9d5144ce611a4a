import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, paragraph, title } from '../pieces.ts';

/** Reports a login with a browser that the member had not used before. `country` is an ISO 3166 code. */
export const newDevice: MailTemplate<{
  name: string;
  browser: string | null;
  system: string | null;
  country: string | null;
}> = ({ name, browser, system, country }, { t, link, site, locale }) => {
  const place = country ? (new Intl.DisplayNames([locale], { type: 'region' }).of(country) ?? country) : null;
  const device = [browser, system, place].filter((word) => word !== null).join(', ');
  return {
    subject: t('new_device.subject', { site: site.name }),
    preview: device || t('new_device.preview'),
    reason: t('reason.account', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t('new_device.title', { name })),
      paragraph(t('new_device.text', { site: site.name })),
      device ? paragraph(device) : null,
      paragraph(t('new_device.not_me')),
      button(t('password_changed.button'), link('/reset-password')),
    ),
  };
};
