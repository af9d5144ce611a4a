import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { calls, type Call, type CallName } from '#contract/calls.ts';
import { type NamedRole, namedRoles, roles, rolesOfCall } from '#contract/lists/roles.ts';
import { menuEntries } from '#office/menu.ts';

// The README's table of roles, the calls and the menu say the same: what a role may change, and which screens it opens.

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const rows = new Map(
  [...readme.matchAll(/^\| (\w+) \| (.+) \|$/gm)].map(([, role = '', text = '']) => [role, text]),
);
const officeCalls = (Object.entries(calls) as [CallName, Call][]).filter(
  ([, { access }]) => access === 'operator',
);

/** A word of the README's row for each thing that a role may change, with one of the calls that change it. */
const promises: Record<NamedRole, Record<string, CallName>> = {
  moderator: {
    complaints: 'decideComplaint',
    appeals: 'decideAppeal',
    photos: 'decidePhoto',
    'voice introductions': 'decideVoiceIntro',
    selfies: 'decideVerification',
    'age checks': 'decideAgeCheck',
    'chat pictures': 'decideChatImage',
    'flagged texts': 'decideText',
    'held accounts': 'decideHeldAccount',
    measures: 'takeMeasure',
    'trusted flaggers': 'addTrustedFlagger',
    'rules for sign-ups': 'addSignUpRule',
    corrections: 'correctMember',
    'fictional profiles': 'createFictionalProfile',
    'yearly figures': 'transparencyFile',
    'log-outs': 'signOutMember',
    'saved views': 'saveListView',
    'access tokens': 'addAdminToken',
  },
  support: {
    'questions to support': 'answerSupport',
    'prepared answers': 'saveSupportTemplate',
    complaints: 'decideComplaint',
    corrections: 'correctMember',
    'log-outs': 'signOutMember',
    deletions: 'deleteMember',
    credits: 'changeCredits',
    receipts: 'adminReceipt',
    'invite people': 'addInvitation',
    'saved views': 'saveListView',
    'access tokens': 'addAdminToken',
  },
  writer: {
    desk: 'deskAnswer',
    'answered conversations': 'deskSearch',
    'opening lines': 'saveIcebreaker',
    'canned replies': 'saveDeskReply',
    'access tokens': 'addAdminToken',
  },
  supervisor: {
    desk: 'deskAnswer',
    'answered conversations': 'deskSearch',
    'sampled answers': 'scoreDeskAnswer',
    'canned replies': 'saveSharedDeskReply',
    'conversations writers get': 'changeDeskWriter',
  },
  editor: {
    'static pages': 'adminWritePage',
    'landing pages': 'adminWriteSlug',
    'mail texts': 'adminWriteMail',
    announcements: 'adminAnnounce',
    'email series': 'saveMailSeries',
    experiments: 'saveExperiment',
  },
  finance: {
    refunds: 'adminRefund',
    disputes: 'decideDispute',
    prices: 'adminPackage',
    codes: 'adminDiscountCode',
    gifts: 'saveGift',
    books: 'adminBooksFile',
    'notes in charts': 'addFigureNote',
    settings: 'changeSettings',
    credits: 'changeCredits',
    "members' files": 'adminMember',
    'saved views': 'saveListView',
    'access tokens': 'addAdminToken',
  },
};

test('the README has a row for every role', () => {
  for (const role of roles) expect(rows.get(role), role).toBeDefined();
});

test.each(namedRoles)('the README names what the role %s does, and the calls allow it', (role) => {
  const row = rows.get(role) ?? '';
  for (const [words, name] of Object.entries(promises[role])) {
    expect(row, words).toContain(words);
    expect(calls[name as 'adminRefund'].roles, name).toContain(role);
  }
});

test.each(namedRoles)('every module in which the role %s changes something is in its row', (role) => {
  const promised = new Set(Object.values(promises[role]).map(groupOf));
  const changing = officeCalls.filter(
    ([, call]) => call.method !== 'GET' && call.roles?.includes(role) && call.audit,
  );
  for (const [name] of changing) expect([...promised], `${name} of ${role}`).toContain(groupOf(name));
});

/** The first part of an act: what kind of thing a call is about. */
function groupOf(name: CallName): string {
  const call: Call = calls[name];
  return related[name] ?? call.audit?.act.split('.')[0] ?? name;
}

/** Calls that belong to the promise of another one. */
const related: Partial<Record<CallName, string>> = {
  decideCredits: 'credits',
  decideChange: 'package',
  adminPackage: 'package',
  adminMethods: 'package',
  adminVat: 'package',
  adminSettlement: 'books',
  adminBooksFile: 'books',
  fictionalPhoto: 'fictional',
  createFictionalProfile: 'fictional',
  changeFictionalProfile: 'fictional',
  endMeasure: 'measure',
  takeMeasure: 'measure',
};

test('every screen of the menu opens for whoever may change something on it', () => {
  for (const { to, call } of menuEntries) {
    expect(rolesOfCall(calls[call]), to).not.toEqual([]);
    expect(
      officeCalls.map(([name]) => name),
      to,
    ).toContain(call);
  }
  // Writers read the profiles that they write for; creating one takes a moderator.
  expect(rolesOfCall(calls.fictionalProfiles)).toContain('writer');
  expect(rolesOfCall(calls.createFictionalProfile)).not.toContain('writer');
});
