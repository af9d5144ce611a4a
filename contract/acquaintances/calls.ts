import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { count, id, instant, list, nullable, object, ok, optional, page, uuid } from '../schema.ts';
import { CONTACTS_PER_IMPORT } from './contact-identity.ts';

const DAY = 86_400;

export const acquaintanceImport = object({
  id,
  contacts: Type.Integer({ minimum: 1, description: 'Different numbers and addresses, members or not' }),
  created_at: instant,
});
export type AcquaintanceImport = Static<typeof acquaintanceImport>;

export const acquaintanceImports = object({
  imports: list(acquaintanceImport),
  contacts: count,
  key: Type.String({ description: 'The key with which the browser hashes contacts, base64url' }),
  next: nullable(Type.String()),
});
export type AcquaintanceImports = Static<typeof acquaintanceImports>;

const chosenImports = object({
  imports: optional(list(id, { maxItems: 100 })),
});

export const acquaintancesCalls = {
  acquaintances: {
    method: 'GET',
    path: '/api/acquaintances.php',
    access: 'member',
    summary: 'The lists of contacts that I blocked in advance: never who is in them, or is a member',
    query: page,
    status: 200,
    reply: acquaintanceImports,
  },
  addAcquaintances: {
    method: 'POST',
    path: '/api/acquaintances.php',
    access: 'member',
    summary: 'Block contacts in advance, as keyed hashes of numbers and addresses',
    // Few lists: each one lets a member try whether a profile that they know belongs to one of these contacts.
    limits: [
      { name: 'acquaintances of a day', points: 10, seconds: DAY, by: 'member' },
      { name: 'acquaintances of a month', points: 40, seconds: 30 * DAY, by: 'member' },
    ],
    body: object({
      client_id: uuid,
      hashes: Type.Array(Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }), {
        minItems: 1,
        maxItems: CONTACTS_PER_IMPORT,
      }),
    }),
    status: 201,
    reply: acquaintanceImport,
  },
  removeAcquaintances: {
    method: 'DELETE',
    path: '/api/acquaintances.php',
    access: 'member',
    summary: 'Remove lists of contacts, or all of them',
    limits: [{ name: 'removed acquaintances', points: 60, seconds: 3600, by: 'member' }],
    body: chosenImports,
    status: 200,
    reply: object({ removed: list(id) }),
  },
  restoreAcquaintances: {
    method: 'PUT',
    path: '/api/acquaintances.php',
    access: 'member',
    summary: 'Undo the removal of lists of contacts within an hour',
    limits: [{ name: 'restored acquaintances', points: 60, seconds: 3600, by: 'member' }],
    body: object({ imports: list(id, { maxItems: 100 }) }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
