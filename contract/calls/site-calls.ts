import { Type } from 'typebox';
import type { Call } from '../call.ts';
import { countryCodes } from '../lists/countries.ts';
import { interests } from '../enums.ts';
import { company } from '../payments.ts';
import { list, nullable, object, ok, oneOf, optional, text } from '../schema.ts';
import { settings } from '../site-settings.ts';

/** What the site itself tells: settings, lists, places. */
export const siteCalls = {
  settings: {
    method: 'GET',
    path: '/api/settings.php',
    access: 'public',
    summary: 'Site-wide settings',
    query: Type.Object({ host: optional(text(260)) }),
    status: 200,
    reply: settings,
  },
  interests: {
    method: 'GET',
    path: '/api/interests.php',
    access: 'public',
    summary: 'The interests',
    status: 200,
    reply: object({ interests: list(oneOf(interests)) }),
  },
  regions: {
    method: 'GET',
    path: '/api/regions.php',
    access: 'public',
    summary: 'Regions of a country',
    query: Type.Object({ country: optional(oneOf(countryCodes)) }),
    status: 200,
    reply: object({
      country: oneOf(countryCodes),
      region_label: Type.String(),
      regions: list(object({ id: Type.String(), name: Type.String(), cities: list(Type.String()) })),
    }),
  },
  companyInfo: {
    method: 'GET',
    path: '/api/companyinfo.php',
    access: 'public',
    summary: 'The company behind the site',
    status: 200,
    reply: company,
  },
  geocode: {
    method: 'GET',
    path: '/api/geocode.php',
    access: 'public',
    summary: 'Reverse geocoding, offline',
    query: Type.Object({ lat: Type.Number({ minimum: -90, maximum: 90 }), lon: Type.Number({ minimum: -180, maximum: 180 }) }),
    status: 200,
    reply: object({ country: nullable(Type.String()), region: nullable(Type.String()), city: nullable(Type.String()) }),
  },
  health: {
    method: 'GET',
    path: '/api/health.php',
    access: 'public',
    summary: 'Ready to serve',
    status: 200,
    reply: Type.Object({ status: Type.String(), version: Type.String(), release: Type.String(), database: Type.String() }),
  },
  clientError: {
    method: 'POST',
    path: '/api/client-error.php',
    access: 'public',
    summary: 'An error in a page, for the log of this site: where in the code, not what a member was doing',
    limits: [{ name: 'client-error', points: 10, seconds: 600, by: 'address' }],
    body: object({
      name: Type.String({ maxLength: 100 }),
      message: Type.String({ maxLength: 500 }),
      stack: Type.String({ maxLength: 8000 }),
      path: Type.String({ maxLength: 500 }),
    }),
    status: 202,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
