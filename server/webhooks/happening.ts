import type { WebhookEvent } from '#contract/lists/webhook-events.ts';

/**
 * An event for webhooks. `data` holds only numbers, codes and amounts, never a name, address or text of a
 * member.
 */
export interface Happening {
  event: WebhookEvent;
  /** Purging this member deletes the deliveries. */
  member: number | null;
  /** The host of the member's site, which decides the webhooks of a site that receive it. */
  site: string | null;
  data: Record<string, string | number | boolean | null>;
}

export const payloadOf = ({ site, data }: Pick<Happening, 'site' | 'data'>) => JSON.stringify({ site, data });
