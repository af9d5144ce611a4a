import type { App } from '../platform/app.ts';
import { refuseFields } from '../platform/http/refusal.ts';
import { storedAddressFault, trustedHosts } from '../platform/outgoing/safe-request.ts';

export const checkWebhookUrl = (app: App, url: string) => {
  if (storedAddressFault(url, trustedHosts(app.config))) throw refuseFields({ url: 'invalid' });
};
