/** Events that a webhook can subscribe to. The test event `ping` is sent regardless of the subscription. */
export const webhookEvents = [
  'member.signed_up',
  'member.activated',
  'member.verified',
  'member.age_assured',
  'member.flagged',
  'member.deleted',
  'payment.completed',
  'payment.refunded',
  'payment.charged_back',
  'refund.asked',
  'complaint.received',
  'appeal.received',
  'desk.waiting',
  'operations.alert',
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

/** Maximum number of webhooks per site, because every signup checks all of them. */
export const MOST_WEBHOOKS = 10;
