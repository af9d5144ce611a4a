/**
 * Scopes of access tokens and the calls that each allows. `member` scopes cover the member's own data and only
 * read; `operator` scopes work only while the operator has a role that may make the call. Those with `writes`
 * have calls that change something and can be repeated: their body has an id or a state of its own.
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
  'admin:desk': {
    for: 'operator',
    writes: true,
    calls: ['desk', 'deskThread', 'deskClaim', 'deskAnswer', 'deskRelease'],
  },
  'admin:decisions': {
    for: 'operator',
    writes: true,
    calls: ['adminComplaints', 'adminComplaint', 'takeComplaint', 'decideComplaint'],
  },
  'admin:measures': { for: 'operator', writes: true, calls: ['adminMember', 'takeMeasure', 'endMeasure'] },
  'admin:credits': { for: 'operator', writes: true, calls: ['changeCredits'] },
  'admin:support': {
    for: 'operator',
    writes: true,
    calls: ['adminSupport', 'adminSupportThread', 'answerSupport', 'noteSupport', 'changeSupport'],
  },
} as const satisfies Record<string, { for: 'member' | 'operator'; writes?: true; calls: readonly string[] }>;

export type TokenScope = keyof typeof tokenScopes;

export const scopesFor = (who: 'member' | 'operator'): TokenScope[] =>
  (Object.keys(tokenScopes) as TokenScope[]).filter((scope) => tokenScopes[scope].for === who);

/** The scopes that allow a call; any one of them is enough. */
export const scopesOfCall = (name: string): TokenScope[] =>
  (Object.keys(tokenScopes) as TokenScope[]).filter((scope) =>
    (tokenScopes[scope].calls as readonly string[]).includes(name),
  );

export const mayWrite = (scope: TokenScope): boolean => 'writes' in tokenScopes[scope];

/**
 * Lifetimes of a token in days. Operators' tokens read other people's data, so they must be renewed every
 * quarter.
 */
export const tokenDays = { member: [30, 90, 365], operator: [30, 90] } as const;

export type TokenDays = (typeof tokenDays)['member'][number];

export const MOST_TOKENS = 10;
