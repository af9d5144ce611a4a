import { randomUUID } from 'node:crypto';

export const newPartner = () => ({
  key: `p-${randomUUID()}`,
  name: 'Ad Net',
  postback_url: null,
  payouts: { signup: '1.50', activation: null, first_purchase: null },
  currency: 'EUR',
});

export const newSignUpRule = () => ({
  id: randomUUID(),
  kind: 'mail_domain' as const,
  value: `d${randomUUID()}.example`,
  effect: 'hold' as const,
  note: '',
  until: null,
  site: '*',
});

export const deskReply = () => ({
  id: randomUUID(),
  language: 'en' as const,
  shortcut: `hello-${randomUUID().slice(0, 8)}`,
  text: 'Hello {{name}}',
  active: true,
});

export const newTrustedFlagger = () => ({
  id: randomUUID(),
  name: 'Hotline',
  email: `${randomUUID()}@example.test`,
  country: 'NL' as const,
  language: 'en' as const,
});

/** Each on a page of its own, since one experiment runs at a time on a page. */
export const newExperiment = () => ({
  site: '*',
  id: randomUUID(),
  key: `e-${randomUUID()}`,
  kind: 'landing' as const,
  subject: `gallery/${(experiments += 1)}`,
  hypothesis: 'Another headline brings more members',
  variants: [
    { name: 'Now', weight: 1, change: {} },
    { name: 'New', weight: 1, change: { slug: '2' } },
  ],
  metric: 'signup' as const,
  currency: 'EUR' as const,
  guardrails: { complaints: null, refunds: null, deletions: null, unsubscribes: null, page_errors: null },
  coverage_percent: 100,
  seen: null,
});
let experiments = 0;
