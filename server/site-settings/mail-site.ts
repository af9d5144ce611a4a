import type { App } from '../platform/app.ts';
import { companyOf, originOf, settingsOf } from './site.ts';

/** The name and addresses of a site that mails show. A null host means the default site. */
export async function mailSiteOf(app: Pick<App, 'db' | 'parts' | 'config'>, host: string | null) {
  const [settings, company, origin] = await Promise.all([
    settingsOf(app, host ?? undefined),
    companyOf(app, host ?? undefined),
    originOf(app, host),
  ]);
  return {
    name: settings.name,
    logo: settings.logo,
    accent: settings.accent,
    fictionalWord: settings.fictional_singular,
    mailName: settings.mail_name,
    origin,
    from: settings.mail_from,
    replyTo: settings.mail_reply_to,
    supportEmail: settings.support_email,
    timeZone: settings.time_zone,
    company: [company.name, company.address, company.city].join(', '),
  };
}
