import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { list, object, ok, oneOf, text, uuid } from '../schema.ts';

/** Lists of the office with filters, columns and saved views. */
export const officeLists = ['members', 'payments', 'complaints', 'photos', 'conversations'] as const;

const view = object({
  id: uuid,
  name: text(60, 1),
  query: Type.String({ maxLength: 2000, description: 'The query of the list’s address, without `?`' }),
});

export type ListView = Static<typeof view>;

const withLists = ['moderator', 'support', 'finance'] as const;

export const listViewCalls = {
  listViews: {
    method: 'GET',
    path: '/api/admin/list-views',
    scope: 'own',
    access: 'operator',
    reads: true,
    summary: 'My saved views of a list',
    roles: withLists,
    audit: { act: 'view.list' },
    query: Type.Object({ list: oneOf(officeLists) }),
    status: 200,
    reply: object({ views: list(view) }),
  },
  saveListView: {
    method: 'PUT',
    path: '/api/admin/list-views',
    scope: 'own',
    access: 'operator',
    summary: 'Save the filters, order and columns of a list under a name of my own, or change a saved view',
    roles: withLists,
    audit: { act: 'view.save', object: 'body.id', details: ['body.list'] },
    body: object({ ...view.properties, list: oneOf(officeLists) }),
    status: 200,
    reply: ok,
  },
  deleteListView: {
    method: 'DELETE',
    path: '/api/admin/list-views',
    scope: 'own',
    access: 'operator',
    summary: 'Delete one of my saved views',
    roles: withLists,
    audit: { act: 'view.delete', object: 'body.id' },
    body: object({ id: uuid }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
