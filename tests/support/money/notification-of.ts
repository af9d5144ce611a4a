import type { Notification } from '#server/payments/gateways/gateway.ts';

/** A notification without a body or headers, for gateways that sign fields or nothing. */
export const notificationOf = (fields: Record<string, string>): Notification => ({
  fields,
  body: Buffer.alloc(0),
  headers: {},
});
