import type { Locale } from '#contract/lists/locales.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { createSigner } from '../../platform/signing.ts';

/** A link works for two years, unless it is renewed or the status ends. */
const LINK_DAYS = 730;

export interface FlaggerLink {
  flagger: string;
  version: number;
}

export const flaggerSigner = (config: App['config']) => createSigner(config.secret, 'trusted flagger');

/** Mails a trusted flagger the link for notices. */
export const mailFlaggerLink = (
  app: Pick<App, 'config' | 'mailer'>,
  tx: Tx,
  { id, version, ...to }: { id: string; version: number; email: string; locale: Locale; host: string },
): Promise<void> => {
  const link: FlaggerLink = { flagger: id, version };
  const token = flaggerSigner(app.config).pack(link, LINK_DAYS * 86_400);
  return app.mailer.sendToTyped(tx, 'trusted-flagger', to, { token });
};
