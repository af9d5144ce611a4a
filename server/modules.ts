import { module as acquaintances } from './acquaintances/index.ts';
import { module as activity } from './activity/index.ts';
import { module as ageChecks } from './age-checks/index.ts';
import { module as audit } from './audit/index.ts';
import { module as chat } from './chat/index.ts';
import { module as credits } from './credits/index.ts';
import { module as desk } from './desk/index.ts';
import { module as experiments } from './experiments/index.ts';
import { module as figures } from './figures/index.ts';
import { module as identity } from './identity/index.ts';
import { module as importing } from './importing/index.ts';
import { module as landingPages } from './landing-pages/index.ts';
import { module as likes } from './likes/index.ts';
import { module as membership } from './membership/index.ts';
import { module as moderation } from './moderation/index.ts';
import { moduleFloors, type ModuleName } from './module-floors.ts';
import { module as notifications } from './notifications/index.ts';
import { module as office } from './office/index.ts';
import { module as operations } from './operations/index.ts';
import { module as payments } from './payments/index.ts';
import { module as photos } from './photos/index.ts';
import type { Module } from './platform/module.ts';
import { module as profiles } from './profiles/index.ts';
import { module as safety } from './safety/index.ts';
import { module as search } from './search/index.ts';
import { module as siteScope } from './site-scope/index.ts';
import { module as siteSettings } from './site-settings/index.ts';
import { module as staticPages } from './static-pages/index.ts';
import { module as support } from './support/index.ts';
import { module as texts } from './texts/index.ts';
import { module as traffic } from './traffic/index.ts';
import { module as videoCalls } from './video-calls/index.ts';
import { module as visibility } from './visibility/index.ts';
import { module as voice } from './voice/index.ts';
import { module as webhooks } from './webhooks/index.ts';

const modulesByName: Record<ModuleName, Module> = {
  'site-scope': siteScope,
  'site-settings': siteSettings,
  audit,
  webhooks,
  texts,
  visibility,
  acquaintances,
  traffic,
  figures,
  experiments,
  profiles,
  'static-pages': staticPages,
  activity,
  'age-checks': ageChecks,
  identity,
  likes,
  search,
  'landing-pages': landingPages,
  credits,
  photos,
  safety,
  voice,
  chat,
  'video-calls': videoCalls,
  payments,
  importing,
  moderation,
  notifications,
  membership,
  desk,
  support,
  office,
  operations,
};

export const modules: Module[] = moduleFloors.flat().map((name) => modulesByName[name]);
