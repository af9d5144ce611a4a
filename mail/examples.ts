import { ageNegatives } from '#contract/age-checks/lists.ts';
import { alertRules } from '#contract/operations/alert-rules.ts';
import { refusalReasons, voiceIntroRefusals } from '#contract/photos/refusal-reasons.ts';
import { verificationOutcomes } from '#contract/rules/verification-rules.ts';
import type { TemplateName, TemplateProps } from './index.ts';

const from = { id: 7, name: 'Bram', age: 34, city: 'Utrecht', kind: 'fictional' as const };
const digest = {
  name: 'Anna',
  people: [from, { ...from, id: 8, name: 'Cees', kind: 'member' as const }],
  total: 7,
};
/**
 * Example props for every mail in each of its variants, the most common first. Tests render them and
 * operators preview them.
 */
export const examples: { [T in TemplateName]: TemplateProps<T>[] } = {
  activation: [{ token: 'tok' }],
  invitation: [{ token: 'tok', until: '2026-12-06T10:00:00Z' }],
  'signup-existing': [{ name: 'Anna' }],
  'reset-password': [
    { token: 'tok', hours: 1 },
    { token: 'tok', hours: 2 },
  ],
  'mail-change': [{ token: 'tok' }],
  'mail-changed': [{ name: 'Anna', token: 'tok', until: '2026-12-06T10:00:00Z' }],
  'mail-change-asked': [{ name: 'Anna' }],
  'new-device': [
    { name: 'Anna', browser: 'Firefox', system: 'Windows', country: 'NL' },
    { name: 'Anna', browser: null, system: null, country: null },
  ],
  'unused-account': [{ name: 'Anna', until: '2026-12-06T10:00:00Z' }],
  'password-changed': [{ name: 'Anna' }],
  'security-changed': (
    [
      'app_on',
      'app_off',
      'passkey_added',
      'passkey_removed',
      'codes_renewed',
      'code_used',
      'token_made',
    ] as const
  ).map((what) => ({
    name: 'Anna',
    what,
    browser: what === 'app_off' ? null : 'Firefox',
    system: what === 'app_off' ? null : 'Windows',
    ...(what === 'code_used' && { left: 9 }),
    ...(what === 'token_made' && { token: 'My spreadsheet' }),
  })),
  'export-ready': [{ name: 'Anna', until: '2026-12-06T10:00:00Z' }],
  'account-deleted': [{ token: 'tok', until: '2026-12-06T10:00:00Z' }],
  'new-conversation': [{ name: 'Anna', from, conversation: 3, count: 2 }],
  'conversations-digest': [digest],
  'messages-digest': [{ ...digest, people: digest.people.map((one) => ({ ...one, count: 2 })) }],
  'likes-digest': [digest],
  'photo-request': [{ name: 'Anna', from }],
  'photo-grant': [{ name: 'Anna', from }],
  'photos-digest': [digest],
  'news-digest': [
    {
      name: 'Anna',
      sections: (['conversations', 'messages', 'matches', 'likes', 'photos', 'searches'] as const).map(
        (about) => ({ about, people: digest.people, total: about === 'likes' ? 7 : 2 }),
      ),
    },
  ],
  'check-in': [{ token: 'tok' }],
  'unread-reminder': [digest],
  'weekly-update': [digest],
  'saved-search': [digest],
  'profile-reminder': [{ name: 'Anna', lacks: ['photo', 'about'] }],
  'series-welcome': [{ name: 'Anna', until: null }],
  'series-first-hello': [{ name: 'Anna', until: null }],
  'series-reply': [{ name: 'Anna', until: null }],
  'series-checkout': [{ name: 'Anna', until: null }],
  'series-offer': [{ name: 'Anna', until: '2026-12-06T10:00:00Z' }],
  'series-back-soon': [{ name: 'Anna', until: null }],
  'series-back-later': [{ name: 'Anna', until: null }],
  'series-back-last': [{ name: 'Anna', until: null }],
  news: [
    {
      type: 'news',
      subject: 'A new look',
      text: 'We have a new look.\n\nSee it for yourself.',
      action: { label: 'See it', path: '/members' },
    },
  ],
  'account-notice': [{ type: 'account', subject: 'Our terms change', text: 'From 1 January.', action: null }],
  promotion: [{ type: 'promotions', subject: 'Ten percent off', text: 'Until Sunday.', action: null }],
  'new-message': [
    { name: 'Anna', from, conversation: 3, count: 1 },
    { name: 'Anna', from, conversation: 3, count: 5 },
  ],
  'new-like': [{ name: 'Anna', from }],
  match: [{ name: 'Anna', from: { ...from, kind: 'cam', city: null } }],
  receipt: [
    {
      name: 'Anna',
      payment_id: '0199aaaa-0000-7000-8000-000000000000',
      number: '2026-000042',
      credits: 50,
      amount: { amount: '24.95', currency: 'EUR' },
      transaction_costs: { amount: '0.45', currency: 'EUR' },
      vat_percentage: 21,
      method: 'iDEAL',
      paid_at: '2026-11-22T10:00:00Z',
      contract: [
        'This receipt confirms your contract.',
        'You can withdraw within 14 days: https://example.com/en/withdraw.',
      ],
    },
  ],
  refund: [
    {
      name: 'Anna',
      payment_id: '0199aaaa-0000-7000-8000-000000000000',
      amount: { amount: '9.95', currency: 'EUR' },
      credits: 20,
    },
  ],
  'refund-claim': [
    {
      name: 'Anna',
      payment_id: '0199aaaa-0000-7000-8000-000000000000',
      amount: { amount: '9.95', currency: 'EUR' },
      claim_url: 'https://btcpay.example/pull-payments/4kQ2',
    },
  ],
  unanswered: [
    { name: 'Anna', from, conversation: 3, credits: 1, hours: 24 },
    { name: 'Anna', from, conversation: 3, credits: 7, hours: 24 },
  ],
  withdrawal: (['refunded', 'nothing_unused', 'late', 'unmatched'] as const).map((outcome) => ({
    name: outcome === 'unmatched' ? null : 'Anna',
    email: 'anna@example.test',
    order: '0199aaaa-0000-7000-8000-000000000000',
    received_at: '2026-11-22T10:00:00Z',
    time_zone: 'Europe/Amsterdam',
    outcome,
    credits: 20,
    amount: outcome === 'refunded' ? { amount: '9.95', currency: 'EUR' } : null,
    refund_days: 14,
  })),
  'photo-decision': [
    { name: 'Anna', reason: null },
    { name: 'Anna', reason: null, hidden: true },
    { name: 'Anna', reason: 'explicit', statement: { token: 'abc', detection: 'known_picture' } },
    ...refusalReasons.map((reason) => ({ name: 'Anna', reason })),
  ],
  'voice-intro-decision': [
    { name: 'Anna', reason: null, token: null },
    ...voiceIntroRefusals.map((reason) => ({ name: 'Anna', reason, token: 'abc' })),
  ],
  measure: [
    ...(
      ['warning', 'content_removed', 'ban', 'correction', 'badge_removed', 'complaint_warning'] as const
    ).map((kind) => ({
      name: 'Anna',
      kind,
      ground: 'harassment' as const,
      facts: 'You wrote that she would be sorry.',
      until: null,
      detection: 'notice' as const,
      token: 'abc',
    })),
    ...[null, { amount: '9.95', currency: 'EUR' as const }].map((refunded) => ({
      name: 'Anna',
      kind: 'ban' as const,
      ground: 'spam' as const,
      facts: 'Links to other sites in every message.',
      until: null,
      detection: 'words' as const,
      refunded,
      token: 'abc',
    })),
    {
      name: 'Anna',
      kind: 'complaint_suspension',
      ground: 'complaint_misuse',
      facts: 'Five reports about members who had not answered you.',
      until: '2026-12-25T12:00:00.000Z',
      detection: 'own' as const,
      token: 'abc',
    },
    {
      name: 'Anna',
      kind: 'suspension',
      ground: 'spam',
      facts: 'Forty times the same.',
      until: '2026-11-25T12:00:00.000Z',
      detection: 'words' as const,
      token: 'abc',
    },
  ],
  'measure-ended': [
    { name: 'Anna', kind: 'ban', note: 'We were wrong.' },
    { name: 'Anna', kind: 'complaint_suspension', note: 'We were wrong.' },
  ],
  'appeal-decision': [
    { name: 'Anna', reversed: true, note: 'You were right.' },
    { name: null, reversed: false, note: 'It stays as it is.' },
  ],
  'operations-alert': [
    {
      name: 'Olga',
      began: [
        { rule: 'gateway_failing', subject: 'mollie', value: 5 },
        { rule: 'backup_old', subject: '', value: 31 },
      ],
      ended: [{ rule: 'jobs_late', subject: '', value: 18 }],
    },
    { name: 'Olga', began: [], ended: alertRules.map((rule) => ({ rule, subject: 'Mail', value: 12 })) },
  ],
  'operator-invitation': [{ name: 'Olga', token: 'abc' }],
  'verification-demand': [{ name: 'Anna', words: 'Your photos also appear on another site.' }],
  'verification-decision': [
    { name: 'Anna', reason: null },
    ...verificationOutcomes.map((reason) => ({
      name: 'Anna',
      reason,
      ...(reason === 'minor' && { token: 'abc' }),
    })),
  ],
  'age-check-result': [
    { name: 'Anna', reason: null, isOffice: false, isAppeal: false, validUntil: '2028-11-29T12:00:00Z' },
    ...ageNegatives.map((reason) => ({
      name: 'Anna',
      reason,
      isOffice: reason !== 'expired',
      isAppeal: false,
      validUntil: null,
    })),
    { name: 'Anna', reason: 'unclear', isOffice: true, isAppeal: true, validUntil: '2026-12-05T12:00:00Z' },
  ],
  'age-check-reminder': [{ name: 'Anna', expiresAt: '2026-12-05T12:00:00Z' }],
  'complaint-decision': (
    ['content_removed', 'account_closed', 'warned', 'suspended', 'no_violation', 'answered'] as const
  ).map((outcome) => ({
    id: 12,
    outcome,
    note: outcome === 'answered' ? 'We paid it back.' : null,
    member: outcome !== 'answered',
    token: 'abc',
  })),
  'support-thread': [
    { thread: 12, answered: false, token: 'abc' },
    { thread: 12, answered: true, token: null },
  ],
  'trusted-flagger': [{ token: 'abc' }],
  'complaint-receipt': [{ id: 12, text: 'He asked for money.' }],
};
