import type { App } from '../platform/app.ts';
import { refuseFields } from '../platform/http/refusal.ts';
import { addressFault, trustedHosts } from '../platform/outgoing/safe-request.ts';

export const checkWebhookUrl = (app: App, url: string) => {
  if (addressFault(url, trustedHosts(app.config))) throw refuseFields({ url: 'invalid' });
};
