import type { CountryCode } from '#contract/lists/countries.ts';
import type { PaymentMethod } from '#contract/enums.ts';
import type { Locale } from '#contract/lists/locales.ts';

export type GatewayName = 'sandbox' | 'verotel' | 'mollie';

/** What a gateway is asked to collect. It exists in the database as an intent before any gateway hears of it. */
export interface Order {
  /** Our reference; the gateway's idempotency key too. */
  paymentId: string;
  memberId: number;
  amountCents: number;
  currency: string;
  country: CountryCode;
  method: PaymentMethod;
  description: string;
  locale: Locale;
  email: string | null;
  /** Where the payer comes back to, whatever the outcome: `/en/transactions/…`. */
  returnPath: string;
  /** Scheme and host of the site that the order was made on; the gateway's own setting where it is left out. */
  returnOrigin?: string;
  /** The payer agreed that the card is kept for a next order. */
  saveCard: boolean;
  /** Charge this card instead of asking for one. */
  storedCard: { token: string } | null;
  /** Collect from this account; only with `capabilities.directDebit`. */
  mandate: Mandate | null;
}

export interface Mandate {
  accountHolder: string;
  iban: string;
  /** The day of the signature, by SMS code. */
  signedAt: Date;
}

export interface StoredCard {
  token: string;
  brand: string;
  last4: string;
}

export type Outcome = 'pending' | 'paid' | 'failed' | 'cancelled' | 'chargeback' | 'refunded';

/** What a gateway says about a payment, after its word was verified. */
export interface GatewayEvent {
  paymentId: string;
  outcome: Outcome;
  /** The gateway's own id; null when it has none yet. */
  reference: string | null;
  amountCents: number;
  currency: string;
  /** Whose payment it is, as the gateway remembers it; null when it does not. */
  memberId: number | null;
  card?: StoredCard;
  /** Why it failed, in the gateway's words, for operators. */
  reason?: string;
}

export interface Started {
  reference: string | null;
  /** Where the payer goes to pay; null when nothing is left to do there. */
  redirectUrl: string | null;
  /** The outcome, when it is known at once: a stored card, a direct debit. */
  event: GatewayEvent | null;
}

/** A notification as it came: nothing of it is believed before `verify`. */
export interface Notification {
  fields: Record<string, string>;
}

/**
 * What a notification says. A hint, however well it is signed: it may take credits back, but before it creates any the
 * gateway is asked for the payment's own state.
 */
export interface Claim {
  event: GatewayEvent;
  /** `verify` has asked the gateway just now, so the event is its own answer. */
  asked: boolean;
}

/** What is known of a payment when its state is asked for. */
export interface Intent {
  paymentId: string;
  reference: string | null;
  amountCents: number;
  currency: string;
}

/** One processor of payments. Adapters know nothing of members, credits or the database's payments. */
export interface PaymentGateway {
  name: GatewayName;
  capabilities: {
    /** Cards can be kept and charged again without the payer's presence. */
    storedCards: boolean;
    directDebit: boolean;
    refunds: boolean;
    /** Notifications are signed. Others cost a question to the gateway each, so strangers may send only a few. */
    signs: boolean;
  };
  /** Methods offered to payers of a country in a currency. */
  methods(country: CountryCode, currency: string): Promise<PaymentMethod[]>;
  /** Opens the order, or charges the stored card. Safe to repeat for the same payment: it is opened or charged once. */
  start(order: Order): Promise<Started>;
  /** What a notification says, or null when it is of no concern. Throws `ForgedNotification` when it is not the gateway's. */
  verify(notification: Notification): Promise<Claim | null>;
  /** The payment's state as the gateway knows it now; null when it never heard of it. */
  fetchStatus(intent: Intent): Promise<GatewayEvent | null>;
  /** Gives money back, once for a refund's id however often it is asked. Only with `capabilities.refunds`. */
  refund(intent: Intent, refund: { id: string; amountCents: number }): Promise<void>;
  /** Closes an order that nobody shall pay any more. Best effort: true when it can no longer be paid. */
  cancel(intent: Intent): Promise<boolean>;
  /** The body that the gateway wants in answer to a notification. */
  acknowledgement: string;
}

/** A notification that does not come from the gateway, or was changed on its way. */
export class ForgedNotification extends Error {
  override name = 'ForgedNotification';
}

/** The gateway will not take this order, and never will. */
export class GatewayRefused extends Error {
  override name = 'GatewayRefused';
}

/** The gateway is away or answered nonsense; the intent stays and is asked about later. */
export class GatewayUnavailable extends Error {
  override name = 'GatewayUnavailable';
}
