/**
 * What an access token can be given: each scope with the calls that it opens. All of them only read. `member` scopes are a member's
 * own data; `operator` scopes work as long as the operator has a role that may make the call.
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

/** The scope that opens a call to tokens; undefined for calls that are for browsers only. */
export const scopeOfCall = (name: string): TokenScope | undefined =>
  (Object.keys(tokenScopes) as TokenScope[]).find((scope) => (tokenScopes[scope].calls as readonly string[]).includes(name));

/** How long a token may live. */
export const tokenDays = [30, 90, 365] as const;
/** Tokens that one person may have at a time. */
export const MOST_TOKENS = 10;
