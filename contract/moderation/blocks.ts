import { Type } from 'typebox';
import type { Call } from '../call.ts';
import { profileCard } from '../profiles.ts';
import { id, list, nullable, object, page } from '../schema.ts';

export const blockCalls = {
  block: {
    method: 'POST',
    path: '/api/block.php',
    access: 'member',
    summary: 'Block a member; deletes conversations and likes',
    body: object({ profile: id }),
    status: 200,
    reply: object({ blocked: Type.Boolean() }),
  },
  unblock: {
    method: 'DELETE',
    path: '/api/block.php',
    access: 'member',
    summary: 'Unblock a member',
    body: object({ profile: id }),
    status: 200,
    reply: object({ blocked: Type.Boolean() }),
  },
  blocks: {
    method: 'GET',
    path: '/api/blocks.php',
    access: 'member',
    summary: 'Members I blocked',
    query: page,
    status: 200,
    reply: object({ profiles: list(profileCard), next: nullable(Type.String()) }),
  },
} as const satisfies Record<string, Call>;
