/**
 * Scopes of access tokens and the calls that each allows, all of them read-only. `member` scopes cover the
 * member's own data; `operator` scopes work only while the operator has a role that may make the call.
 */
export const tokenScopes = {
  profile: { for: 'member', calls: ['user'] },
  export: { for: 'member', calls: ['userExport'] },
  payments: { for: 'member', calls: ['payments', 'statement'] },
  likes: { for: 'member', calls: ['likes'] },
  conversations: { for: 'member', calls: ['chats'] },
  'admin:figures': { for: 'operator', calls: ['adminFigures', 'adminFiguresFile'] },
  'admin:books': { for: 'operator', calls: ['adminBooks', 'adminBooksFile'] },
  'admin:payments': { for: 'operator', calls: ['adminPayments', 'adminPayment'] },
  'admin:complaints': { for: 'operator', calls: ['adminComplaints', 'adminComplaint'] },
  'admin:members': { for: 'operator', calls: ['adminMembers', 'adminMember'] },
  'admin:audit': { for: 'operator', calls: ['adminAudit', 'adminAuditFile'] },
} as const satisfies Record<string, { for: 'member' | 'operator'; calls: readonly string[] }>;

export type TokenScope = keyof typeof tokenScopes;

export const scopesFor = (who: 'member' | 'operator'): TokenScope[] =>
  (Object.keys(tokenScopes) as TokenScope[]).filter((scope) => tokenScopes[scope].for === who);

export const scopeOfCall = (name: string): TokenScope | undefined =>
  (Object.keys(tokenScopes) as TokenScope[]).find((scope) =>
    (tokenScopes[scope].calls as readonly string[]).includes(name),
  );

/**
 * Lifetimes of a token in days. Operators' tokens read other people's data, so they must be renewed every
 * quarter.
 */
export const tokenDays = { member: [30, 90, 365], operator: [30, 90] } as const;

export type TokenDays = (typeof tokenDays)['member'][number];

export const MOST_TOKENS = 10;
