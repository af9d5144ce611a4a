import type { IncomingHttpHeaders } from 'node:http';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { GatewayName } from '#contract/lists/gateways.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { PaymentMethod } from '#contract/lists/payment-methods.ts';
import type { App } from '../../platform/app.ts';

/** A payment for a gateway to collect. The database stores it as an intent before any gateway is called. */
export interface Order {
  paymentId: string;
  memberId: number;
  amountCents: number;
  currency: string;
  country: CountryCode;
  method: PaymentMethod;
  description: string;
  locale: Locale;
  email: string | null;
  /** Path that the payer returns to after any outcome: `/en/transactions/…`. */
  returnPath: string;
  /** Scheme and host of the site of the order. Defaults to the gateway's own setting. */
  returnOrigin?: string;
  saveCard: boolean;
  /** If set, the gateway charges this card without asking the payer for one. */
  storedCard: { token: string } | null;
  /** If set, the gateway collects from this account. Only with `capabilities.directDebit`. */
  mandate: Mandate | null;
}

export interface Mandate {
  accountHolder: string;
  iban: string;
  signedAt: Date;
}

export interface StoredCard {
  token: string;
  brand: string;
  last4: string;
  /** The same for each order with one card, whoever pays. Not every gateway has it. */
  fingerprint?: string;
}

export type Outcome = 'pending' | 'paid' | 'failed' | 'cancelled' | 'chargeback' | 'refunded';

export interface GatewayEvent {
  paymentId: string;
  outcome: Outcome;
  reference: string | null;
  amountCents: number;
  currency: string;
  /** The payment's member according to the gateway; null if it does not store one. */
  memberId: number | null;
  card?: StoredCard;
  reason?: string;
  /** The order has ended, but money that arrives late still counts, so the poller goes on asking. */
  mayStillArrive?: true;
  /** What an operator has to do at the gateway, for the log. */
  attention?: string;
}

export interface Started {
  reference: string | null;
  /** Page on which the payer pays; null if the payer has nothing left to do. */
  redirectUrl: string | null;
  /** The outcome, if known immediately, as for a stored card or a direct debit. */
  event: GatewayEvent | null;
}

/** A raw notification. It must not be trusted before `verify`. */
export interface Notification {
  fields: Record<string, string>;
  /** The request's body as it arrived, for signatures over its bytes. Empty for a GET. */
  body: Buffer;
  headers: IncomingHttpHeaders;
}

/**
 * The content of a verified notification. It is only a hint: it may take credits back, but before giving
 * credits the site fetches the payment's status from the gateway.
 */
export interface Claim {
  event: GatewayEvent;
  /** True if `verify` has already fetched the status, so that the event is the gateway's own response. */
  asked: boolean;
}

export interface Intent {
  paymentId: string;
  reference: string | null;
  amountCents: number;
  currency: string;
}

/** A refund that the payer has to claim on a page of the gateway. */
export interface RefundClaim {
  reference: string;
  /** Whoever has this address can take the money. */
  url: string;
}

/** A chargeback in a gateway's list. The payment's own status says whether it stands. */
export interface GatewayDispute {
  /** The dispute's number at the gateway. */
  reference: string;
  /** The gateway's number of the payment. */
  payment: string;
  amountCents: number;
  currency: string;
  reason: string | null;
  openedAt: Date | null;
  reversedAt: Date | null;
}

export type SettlementColumn = 'reference' | 'amount' | 'currency';

/**
 * Possible header names of each column in a gateway's settlement file, in letters and lower case. The first
 * one present is used.
 */
export type SettlementColumns = Record<SettlementColumn, readonly string[]>;

export interface GatewayKind<Settings, Gateway extends PaymentGateway = PaymentGateway> {
  open(settings: Settings, app: Pick<App, 'db' | 'config'>): Gateway;
  /**
   * The doctor's check: sends the gateway a request without cost. Returns the finding for the operator, or
   * throws an error with a remedy.
   */
  check(settings: Settings): Promise<string>;
  settlementColumns: SettlementColumns;
}

/** A payment processor. Adapters have no access to members, credits or stored payments. */
export interface PaymentGateway {
  name: GatewayName;
  capabilities: {
    storedCards: boolean;
    directDebit: boolean;
    refunds: boolean;
    /**
     * Notifications are signed. Each unsigned one costs a request to the gateway, so strangers may send only
     * a few.
     */
    signs: boolean;
    /**
     * How chargebacks of its payments become known: its status of a payment shows them, it only notifies of them,
     * or there are none.
     */
    chargebacks: 'in status' | 'notified' | 'none';
  };
  methods(country: CountryCode, currency: string): Promise<PaymentMethod[]>;
  /** Opens the order, or charges the stored card. Idempotent per payment. */
  start(order: Order): Promise<Started>;
  /** Returns whether a notification without a gateway in its URL looks like one of this gateway. */
  recognises(fields: Notification['fields']): boolean;
  /**
   * Verifies a notification. Returns null if it is irrelevant. Throws `ForgedNotification` if the gateway did
   * not send it.
   */
  verify(notification: Notification): Promise<Claim | null>;
  fetchStatus(intent: Intent): Promise<GatewayEvent | null>;
  /**
   * Refunds money, once per refund id. Only with `capabilities.refunds`. Returns null if the money is on its
   * way, or the claim that the payer must make to receive it.
   */
  refund(intent: Intent, refund: { id: string; amountCents: number }): Promise<RefundClaim | null>;
  /** The state of a claim. Only of gateways whose refunds are claimed. */
  claimState?(reference: string, amountCents: number): Promise<'open' | 'paid' | 'closed'>;
  /** The disputes opened since a point in time. Only of gateways with such a list. */
  disputes?(since: Date): Promise<GatewayDispute[]>;
  /** Tries to close an order. Returns true if it can no longer be paid. */
  cancel(intent: Intent): Promise<boolean>;
  acknowledgement: string;
}

export class ForgedNotification extends Error {
  override name = 'ForgedNotification';
}

export class GatewayRefused extends Error {
  override name = 'GatewayRefused';
}

/** The gateway is unreachable or sent an invalid response. The intent stays and is polled later. */
export class GatewayUnavailable extends Error {
  override name = 'GatewayUnavailable';
}
