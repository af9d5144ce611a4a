import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, paragraph, title } from '../pieces.ts';

export type SecurityChange =
  | 'app_on'
  | 'app_off'
  | 'passkey_added'
  | 'passkey_removed'
  | 'codes_renewed'
  | 'code_used'
  | 'token_made';

/** `left` is the number of unused recovery codes, `token` the name of an access token. */
export interface ChangeDetails {
  left?: number;
  token?: string;
}

/**
 * Reports that a login method was changed or a recovery code used, in case it was somebody else
 * (docs/product.md 14.11).
 */
export const securityChanged: MailTemplate<
  { name: string; what: SecurityChange; browser: string | null; system: string | null } & ChangeDetails
> = ({ name, what, browser, system, left, token = '' }, { t, link, site }) => {
  const device = [browser, system].filter((word) => word !== null).join(', ');
  return {
    subject: t(`security_changed.${what}.subject`, { site: site.name }),
    preview: t(`security_changed.${what}.text`, { token }),
    reason: t('reason.account', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t('security_changed.title', { name })),
      paragraph(t(`security_changed.${what}.text`, { token })),
      left === undefined ? null : paragraph(t('security_changed.codes_left', { count: left })),
      device ? paragraph(t('security_changed.device', { device })) : null,
      paragraph(t('security_changed.not_me')),
      button(t('password_changed.button'), link('/reset-password')),
    ),
  };
};
