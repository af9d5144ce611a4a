import { Type } from 'typebox';
import type { Call } from './call.ts';
import { count, id, instant, list, nullable, object, optional, page } from './schema.ts';

export const ledgerLine = object({
  id,
  kind: Type.String(),
  credits: Type.Integer(),
  balance: count,
  with: nullable(Type.String()),
  created_at: instant,
});

export const creditsCalls = {
  statement: {
    method: 'GET',
    path: '/api/statement.php',
    access: 'member',
    summary: 'Statement of my credits',
    query: page,
    status: 200,
    reply: object({ lines: list(ledgerLine), debt: optional(count), next: nullable(Type.String()) }),
  },
} as const satisfies Record<string, Call>;
