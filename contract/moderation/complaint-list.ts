import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { complaintCategories, complaintOutcomes, complaintStates } from '../lists/complaints.ts';
import { listColumns } from '../office/list-columns.ts';
import { cursor, id, instant, list, nullable, object, oneOf, optional, text } from '../schema.ts';

/** `waiting`: not decided. */
export const complaintStatuses = ['waiting', ...complaintStates] as const;

/** Since the complaint arrived. */
export const complaintAges = ['under_day', 'over_day', 'over_week', 'over_month'] as const;

/** 0: of trusted flaggers. 1: urgent. */
export const complaintPriorities = ['0', '1', '2', '3', '4'] as const;

/** Who works on an undecided complaint. */
export const complaintClaims = ['nobody', 'me', 'colleague'] as const;

export const complaintSorts = ['newest', 'oldest', 'priority'] as const;

/** The filters of the list, its file and its bulk act, by their query parameters. */
export const complaintFilters = {
  status: optional(oneOf(complaintStatuses)),
  category: optional(oneOf(complaintCategories)),
  site: optional(text(253)),
  age: optional(oneOf(complaintAges)),
  priority: optional(oneOf(complaintPriorities)),
  claim: optional(oneOf(complaintClaims)),
  member: optional(
    Type.String({ pattern: '^\\d{1,15}$', description: 'Number of the member complained about' }),
  ),
};

export const complaintListColumns = [
  'category',
  'status',
  'priority',
  'member',
  'site',
  'arrived',
  'claimed_by',
  'outcome',
  'decided',
  'decided_by',
  'id',
] as const;
export type ComplaintListColumn = (typeof complaintListColumns)[number];

/** Contains neither the words nor the name of the reporter: every reading of those is audited. */
const listedComplaint = object({
  id,
  category: oneOf(complaintCategories),
  status: oneOf(complaintStates),
  priority: Type.Integer({ description: '0 is the highest' }),
  member: nullable(id),
  name: nullable(Type.String({ description: 'Name of the member complained about' })),
  site: nullable(Type.String({ description: 'Host of the site; * is the default site' })),
  created_at: instant,
  claimed_by: nullable(Type.String({ description: 'Name of the operator who works on it' })),
  outcome: nullable(oneOf(complaintOutcomes)),
  decided_at: nullable(instant),
  decided_by: nullable(Type.String({ description: 'Name of the operator' })),
});

export type ListedComplaint = Static<typeof listedComplaint>;

const filtersInQuery = Object.keys(complaintFilters).map((name) => `query.${name}`);
const sorted = { ...complaintFilters, sort: optional(oneOf(complaintSorts)) };

export const complaintListCalls = {
  adminComplaintList: {
    method: 'GET',
    path: '/api/admin/complaint-list',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    summary: 'Complaints by filters, also decided ones; the newest first',
    roles: ['moderator', 'support'],
    audit: { act: 'complaint.list', each: 'reply.complaints', member: 'member', object: 'id' },
    query: Type.Object({ ...sorted, cursor: optional(cursor) }),
    status: 200,
    reply: object({ complaints: list(listedComplaint), next: nullable(Type.String()) }),
  },
  adminComplaintsFile: {
    method: 'GET',
    path: '/api/admin/complaints-file',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    stepUp: true,
    summary: 'The filtered list of complaints as CSV, with numbers instead of names of members',
    roles: ['moderator'],
    audit: {
      act: 'complaint.export',
      isExport: true,
      details: [...filtersInQuery, 'query.sort', 'query.columns'],
    },
    query: Type.Object({ ...sorted, columns: listColumns }),
    streams: true,
    status: 200,
    reply: Type.Any(),
  },
} as const satisfies Record<string, Call>;
