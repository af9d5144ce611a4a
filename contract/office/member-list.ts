import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { countryCodes } from '../lists/countries.ts';
import { userStatuses } from '../membership/user.ts';
import { instant, list, nullable, object, oneOf, optional, text } from '../schema.ts';
import { listColumns } from './list-columns.ts';
import { officeMember } from './member.ts';

/** Why somebody should look at a member: held, with a flagged text, or with an undecided report about them. */
export const memberRisks = ['held', 'flagged', 'reported'] as const;
export type MemberRisk = (typeof memberRisks)[number];

/** `longer`: not within a quarter, or never. */
export const seenPeriods = ['day', 'week', 'month', 'quarter', 'longer'] as const;

export const memberSorts = ['newest', 'oldest', 'seen'] as const;

const yesOrNo = optional(oneOf(['yes', 'no']));

/** The filters of the list, its file and its bulk acts, by their query parameters. */
export const memberFilters = {
  find: optional(text(254)),
  status: optional(oneOf(userStatuses)),
  country: optional(oneOf(countryCodes)),
  site: optional(text(253)),
  premium: yesOrNo,
  verified: yesOrNo,
  source: optional(text(60)),
  seen: optional(oneOf(seenPeriods)),
  risk: optional(oneOf(memberRisks)),
};

export const memberListColumns = [
  'name',
  'email',
  'state',
  'country',
  'site',
  'since',
  'seen',
  'credits',
  'source',
  'risk',
  'id',
] as const;
export type MemberListColumn = (typeof memberListColumns)[number];

export const listedMember = object({
  ...officeMember.properties,
  site: Type.String({ description: 'Host of the site of the signup; * is the default site' }),
  verified: Type.Boolean(),
  credits: Type.Integer(),
  source: nullable(Type.String({ description: 'The network that brought the member' })),
  last_seen: nullable(instant),
  risks: list(oneOf(memberRisks)),
});

export type ListedMember = Static<typeof listedMember>;

const filtersInQuery = Object.keys(memberFilters).map((name) => `query.${name}`);

export const memberListCalls = {
  adminMembers: {
    method: 'GET',
    path: '/api/admin/members',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    summary:
      'Members by name, e-mail address, number, payment or IP network, and by filters; the newest first',
    roles: ['moderator', 'support', 'finance'],
    audit: { act: 'member.find', each: 'reply.members', member: 'id' },
    query: Type.Object({
      ...memberFilters,
      sort: optional(oneOf(memberSorts)),
      cursor: optional(text(200)),
    }),
    status: 200,
    reply: object({ members: list(listedMember), next: nullable(Type.String()) }),
  },
  adminMembersFile: {
    method: 'GET',
    path: '/api/admin/members-file',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    stepUp: true,
    summary: 'The filtered list of members as CSV',
    roles: [],
    audit: {
      act: 'member.export',
      isExport: true,
      details: [...filtersInQuery, 'query.sort', 'query.columns'],
    },
    query: Type.Object({
      ...memberFilters,
      sort: optional(oneOf(memberSorts)),
      columns: listColumns,
    }),
    streams: true,
    status: 200,
    reply: Type.Any(),
  },
} as const satisfies Record<string, Call>;
