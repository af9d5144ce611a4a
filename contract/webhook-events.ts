/** What an address can be told of. `ping` is the test of the screen and is sent whatever was chosen. */
export const webhookEvents = [
  'member.signed_up',
  'member.activated',
  'payment.completed',
  'payment.refunded',
  'payment.charged_back',
  'complaint.received',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Webhooks that a site may have, for each is asked about in every signup. */
export const MOST_WEBHOOKS = 10;
