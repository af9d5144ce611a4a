import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Statement = Record<string, unknown>;

export interface DsaDatabase {
  /** With the version of the API, as in `DSA_DATABASE_URL`. */
  url: string;
  token: string;
  /** Accepted statements by their `puid`. */
  statements: Map<string, Statement>;
  /** How many requests there were. */
  requests(): number;
  /** Answers the next requests with this status and body instead. Null validates again. */
  answerWith(answer: { status: number; body: string } | 'silence' | null): void;
  close(): Promise<void>;
}

const TOKEN = '7|a token of the test';

const required = [
  'decision_ground',
  'content_type',
  'category',
  'content_date',
  'application_date',
  'decision_facts',
  'source_type',
  'automated_detection',
  'automated_decision',
  'puid',
];

const lists: Record<string, string[]> = {
  decision_visibility: [
    'DECISION_VISIBILITY_CONTENT_REMOVED',
    'DECISION_VISIBILITY_CONTENT_DISABLED',
    'DECISION_VISIBILITY_OTHER',
  ],
  decision_account: ['DECISION_ACCOUNT_SUSPENDED', 'DECISION_ACCOUNT_TERMINATED'],
  account_type: ['ACCOUNT_TYPE_BUSINESS', 'ACCOUNT_TYPE_PRIVATE'],
  decision_ground: ['DECISION_GROUND_ILLEGAL_CONTENT', 'DECISION_GROUND_INCOMPATIBLE_CONTENT'],
  incompatible_content_illegal: ['Yes', 'No'],
  content_type: ['CONTENT_TYPE_AUDIO', 'CONTENT_TYPE_IMAGE', 'CONTENT_TYPE_TEXT', 'CONTENT_TYPE_OTHER'],
  category: [
    'STATEMENT_CATEGORY_CYBER_VIOLENCE',
    'STATEMENT_CATEGORY_DATA_PROTECTION_AND_PRIVACY_VIOLATIONS',
    'STATEMENT_CATEGORY_ILLEGAL_OR_HARMFUL_SPEECH',
    'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
    'STATEMENT_CATEGORY_PROTECTION_OF_MINORS',
    'STATEMENT_CATEGORY_SCAMS_AND_FRAUD',
  ],
  territorial_scope:
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK IS LI NO'.split(' '),
  source_type: [
    'SOURCE_ARTICLE_16',
    'SOURCE_TRUSTED_FLAGGER',
    'SOURCE_TYPE_OTHER_NOTIFICATION',
    'SOURCE_VOLUNTARY',
  ],
  automated_detection: ['Yes', 'No'],
  automated_decision: [
    'AUTOMATED_DECISION_FULLY',
    'AUTOMATED_DECISION_PARTIALLY',
    'AUTOMATED_DECISION_NOT_AUTOMATED',
  ],
};
const arrays = ['decision_visibility', 'content_type', 'territorial_scope'];
const lengths: Record<string, number> = {
  decision_visibility_other: 500,
  content_type_other: 500,
  incompatible_content_ground: 500,
  incompatible_content_explanation: 2000,
  decision_facts: 5000,
  puid: 500,
};
const days = ['content_date', 'application_date', 'end_date_account_restriction'];

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Published rules of version 1 of the API for the fields that the site sends. Unknown fields are errors here. */
function faultsIn(statement: Statement): Record<string, string[]> {
  const faults: Record<string, string[]> = {};
  const fault = (field: string, text: string) => void (faults[field] ??= []).push(text);
  const isListed = (field: string, value: unknown) =>
    lists[field]?.includes(String(value)) ?? lengths[field] !== undefined;
  for (const field of required)
    if (!isGiven(statement[field])) fault(field, `The ${field} field is required.`);
  if (
    !['decision_visibility', 'decision_monetary', 'decision_provision', 'decision_account'].some((field) =>
      isGiven(statement[field]),
    )
  )
    fault('decision_visibility', 'One of the decisions is required.');
  for (const [field, value] of Object.entries(statement)) {
    if (arrays.includes(field) !== Array.isArray(value)) fault(field, `The ${field} has the wrong type.`);
    if (days.includes(field)) {
      if (!/^20\d\d-\d\d-\d\d$/.test(String(value))) fault(field, `The ${field} is not a day.`);
    } else if (![value].flat().every((one) => isListed(field, one)))
      fault(field, `The selected ${field} is invalid.`);
    if (String(value).length > (lengths[field] ?? Number.POSITIVE_INFINITY))
      fault(field, `The ${field} is too long.`);
  }
  const needs = (field: string, isNeeded: boolean) => {
    if (isNeeded && !isGiven(statement[field])) fault(field, `The ${field} field is required.`);
  };
  needs(
    'decision_visibility_other',
    [statement['decision_visibility']].flat().includes('DECISION_VISIBILITY_OTHER'),
  );
  needs('content_type_other', [statement['content_type']].flat().includes('CONTENT_TYPE_OTHER'));
  const isIncompatible = statement['decision_ground'] === 'DECISION_GROUND_INCOMPATIBLE_CONTENT';
  needs('incompatible_content_ground', isIncompatible);
  needs('incompatible_content_explanation', isIncompatible);
  return faults;
}

/** A double of the DSA Transparency Database's `POST /api/v1/statement`. */
export async function startDsaDatabase(): Promise<DsaDatabase> {
  const statements = new Map<string, Statement>();
  let requests = 0;
  let instead: { status: number; body: string } | 'silence' | null = null;
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    requests++;
    if (instead === 'silence') return;
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (instead) return response.writeHead(instead.status).end(instead.body);
    if (request.method !== 'POST' || request.url !== '/api/v1/statement') return answer(404, {});
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return answer(401, { message: 'Unauthenticated.' });
    const statement = JSON.parse(text) as Statement;
    const errors = faultsIn(statement);
    if (Object.keys(errors).length > 0) return answer(422, { message: 'The data was invalid.', errors });
    const puid = String(statement['puid']);
    if (statements.has(puid)) {
      const message = 'The identifier given is not unique within this platform.';
      return answer(422, { message, errors: { puid: [message] }, existing: { puid } });
    }
    statements.set(puid, statement);
    return answer(201, { ...statement, uuid: crypto.randomUUID() });
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/v1`,
    token: TOKEN,
    statements,
    requests: () => requests,
    answerWith: (answer) => void (instead = answer),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => void server.close(closed));
    },
  };
}
