import type { Static, TSchema } from 'typebox';
import { acquaintancesCalls } from './acquaintances/calls.ts';
import { activityCalls } from './activity/calls.ts';
import { ageChecksCalls } from './age-checks/calls.ts';
import { chatCalls } from './chat/calls.ts';
import { creditsCalls } from './credits.ts';
import { deskCalls } from './desk/calls.ts';
import { experimentsCalls } from './experiments.ts';
import { figuresCalls } from './figures/calls.ts';
import { landingPagesCalls } from './landing-pages.ts';
import { likesCalls } from './likes.ts';
import { membershipCalls } from './membership/calls.ts';
import { moderationCalls } from './moderation/calls.ts';
import { notificationsCalls } from './notifications/calls.ts';
import { officeCalls } from './office/calls.ts';
import { operationsCalls } from './operations/calls.ts';
import { paymentsCalls } from './payments/calls.ts';
import { photosCalls } from './photos/calls.ts';
import { profilesCalls } from './profiles.ts';
import { safetyCalls } from './safety/calls.ts';
import { searchCalls } from './search.ts';
import { serverCalls } from './server.ts';
import { siteSettingsCalls } from './site-settings/calls.ts';
import { staticPagesCalls } from './static-pages.ts';
import { supportCalls } from './support/calls.ts';
import { textsCalls } from './texts.ts';
import { trafficCalls } from './traffic.ts';
import { videoCallsCalls } from './video-calls/calls.ts';
import { visibilityCalls } from './visibility.ts';
import { voiceCalls } from './voice/calls.ts';
import { webhooksCalls } from './webhooks.ts';

export type { Access, Call } from './call.ts';

/** Calls by module, named like its folder in server/. The composition root handles those of `server.ts`. */
export const callsByModule = {
  'site-settings': siteSettingsCalls,
  texts: textsCalls,
  visibility: visibilityCalls,
  acquaintances: acquaintancesCalls,
  traffic: trafficCalls,
  profiles: profilesCalls,
  activity: activityCalls,
  'age-checks': ageChecksCalls,
  webhooks: webhooksCalls,
  credits: creditsCalls,
  photos: photosCalls,
  likes: likesCalls,
  safety: safetyCalls,
  search: searchCalls,
  voice: voiceCalls,
  chat: chatCalls,
  'video-calls': videoCallsCalls,
  payments: paymentsCalls,
  moderation: moderationCalls,
  notifications: notificationsCalls,
  'landing-pages': landingPagesCalls,
  'static-pages': staticPagesCalls,
  membership: membershipCalls,
  figures: figuresCalls,
  experiments: experimentsCalls,
  desk: deskCalls,
  support: supportCalls,
  office: officeCalls,
  operations: operationsCalls,
};

export const calls = {
  ...siteSettingsCalls,
  ...textsCalls,
  ...acquaintancesCalls,
  ...visibilityCalls,
  ...trafficCalls,
  ...profilesCalls,
  ...activityCalls,
  ...ageChecksCalls,
  ...webhooksCalls,
  ...creditsCalls,
  ...photosCalls,
  ...likesCalls,
  ...safetyCalls,
  ...searchCalls,
  ...voiceCalls,
  ...chatCalls,
  ...videoCallsCalls,
  ...paymentsCalls,
  ...moderationCalls,
  ...notificationsCalls,
  ...landingPagesCalls,
  ...staticPagesCalls,
  ...membershipCalls,
  ...figuresCalls,
  ...experimentsCalls,
  ...deskCalls,
  ...supportCalls,
  ...officeCalls,
  ...operationsCalls,
  ...serverCalls,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type OfficeCallName = {
  [K in CallName]: Calls[K] extends { access: 'operator' } ? K : never;
}[CallName];
type Field<K extends CallName, F extends string> = Calls[K] extends { [P in F]: infer S extends TSchema }
  ? Static<S>
  : undefined;
export type CallQuery<K extends CallName> = Field<K, 'query'>;
export type CallBody<K extends CallName> = Field<K, 'body'>;
export type CallReply<K extends CallName> = Static<Calls[K]['reply']>;
