import type { Static, TSchema } from 'typebox';
import { accountCalls } from './account-calls.ts';
import { accountDataCalls } from './account-data-calls.ts';
import { accountSecurityCalls } from './account-security-calls.ts';
import { chatCalls } from './chat-calls.ts';
import { chatDeskCalls } from './chat-desk-calls.ts';
import { complaintCalls } from './complaint-calls.ts';
import { deskCalls } from './desk-calls.ts';
import { figuresCalls } from './figures-calls.ts';
import { memberCalls } from './member-calls.ts';
import { officeCalls } from './office-calls.ts';
import { moneyDeskCalls } from './money-desk-calls.ts';
import { moneyWorkCalls } from './money-work-calls.ts';
import { operatorCalls } from './operator-calls.ts';
import { paymentCalls } from './payment-calls.ts';
import { siteCalls } from './site-calls.ts';
import { verificationCalls } from './verification-calls.ts';
import { tokenCalls } from './token-calls.ts';
import { textDeskCalls } from './text-desk-calls.ts';
import { siteDeskCalls } from './site-desk-calls.ts';
import { visitorCalls } from './visitor-calls.ts';
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
