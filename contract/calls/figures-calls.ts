import { Type } from 'typebox';
import type { Call } from '../call.ts';
import { claimIds, figureParts } from '../rules/figure-rules.ts';
import { figures, figuresQuery } from '../figures.ts';
import { object, ok, oneOf, text } from '../schema.ts';

/** The figures of the site, and the claims that may be made of them. */
export const figuresCalls = {
  adminFigures: {
    method: 'GET',
    path: '/api/admin/figures.php',
    access: 'operator',
    summary: 'Who came, signed up, activated, wrote, bought and stayed; revenue, answer times, and what is true of the claims',
    roles: ['finance'],
    audit: { act: 'figures.look' },
    query: Type.Object(figuresQuery),
    status: 200,
    reply: figures,
  },
  adminFiguresFile: {
    method: 'GET',
    path: '/api/admin/figures-file.php',
    access: 'operator',
    summary: 'One part of the figures as CSV',
    roles: ['finance'],
    audit: { act: 'figures.file', object: 'query.part' },
    query: Type.Object({ ...figuresQuery, part: oneOf(figureParts) }),
    streams: true,
    status: 200,
    reply: Type.Any(),
  },
  publishClaim: {
    method: 'POST',
    path: '/api/admin/claim.php',
    access: 'operator',
    summary: 'Publish what was measured for a claim with its date and sample, or take the claim down',
    roles: [],
    audit: { act: 'claim.publish', object: 'body.id' },
    body: object({ site: text(253, 1), id: oneOf(claimIds), publish: Type.Boolean() }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
