import type { Static, TSchema } from 'typebox';
import { accountCalls } from './calls/account-calls.ts';
import { accountDataCalls } from './calls/account-data-calls.ts';
import { accountSecurityCalls } from './calls/account-security-calls.ts';
import { chatCalls } from './calls/chat-calls.ts';
import { chatDeskCalls } from './calls/chat-desk-calls.ts';
import { complaintCalls } from './calls/complaint-calls.ts';
import { deskCalls } from './calls/desk-calls.ts';
import { figuresCalls } from './calls/figures-calls.ts';
import { memberCalls } from './calls/member-calls.ts';
import { officeCalls } from './calls/office-calls.ts';
import { moneyDeskCalls } from './calls/money-desk-calls.ts';
import { moneyWorkCalls } from './calls/money-work-calls.ts';
import { operatorCalls } from './calls/operator-calls.ts';
import { paymentCalls } from './calls/payment-calls.ts';
import { siteCalls } from './calls/site-calls.ts';
import { verificationCalls } from './calls/verification-calls.ts';
import { tokenCalls } from './calls/token-calls.ts';
import { textDeskCalls } from './calls/text-desk-calls.ts';
import { siteDeskCalls } from './calls/site-desk-calls.ts';
import { visitorCalls } from './calls/visitor-calls.ts';
import { webhookCalls } from './webhooks.ts';

export type { Access, Call } from './call.ts';

/** The wire, whole: every call, a table per feature. Paths that were there before stay as they are (docs/product.md 7.1). */
export const calls = {
  ...accountCalls,
  ...accountDataCalls,
  ...accountSecurityCalls,
  ...memberCalls,
  ...complaintCalls,
  ...chatCalls,
  ...chatDeskCalls,
  ...paymentCalls,
  ...siteCalls,
  ...visitorCalls,
  ...verificationCalls,
  ...operatorCalls,
  ...officeCalls,
  ...moneyDeskCalls,
  ...moneyWorkCalls,
  ...deskCalls,
  ...figuresCalls,
  ...webhookCalls,
  ...tokenCalls,
  ...textDeskCalls,
  ...siteDeskCalls,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
type Field<K extends CallName, F extends string> = Calls[K] extends { [P in F]: infer S extends TSchema } ? Static<S> : undefined;
export type CallQuery<K extends CallName> = Field<K, 'query'>;
export type CallBody<K extends CallName> = Field<K, 'body'>;
export type CallReply<K extends CallName> = Static<Calls[K]['reply']>;
