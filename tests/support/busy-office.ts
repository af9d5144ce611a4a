import { randomBytes, randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { APIRequestContext, Page } from 'playwright-core';
import { countDays, measureClaims } from '#server/figures/index.ts';
import type { DB } from '#server/platform/database/index.ts';
import type { MemberPages } from './browser/member-pages.ts';
import { plantFigures } from './figure-data.ts';
import type { RunningSite } from './running-site.ts';

const DAY = 86_400_000;

/**
 * Fills every screen of the office on a site with demo members: full queues, an appeal, a desk with a claimed
 * conversation, orders, refunds, disputes, codes and their uses, texts, announcements, webhooks, figures.
 * `owner` is logged in at `office`. Returns the screens whose path has an id, with existing ids.
 */
export async function busyOffice(site: RunningSite, people: MemberPages, office: Page): Promise<string[]> {
  const { query } = people;
  const api = office.request;
  const [owner] = await query(`select id from members where 'owner' = any(roles)`);
  const staff: number[] = [];
  for (const [name, roles] of [
    ['Mo', '{moderator}'],
    ['Wendy', '{writer,editor}'],
    ['Fatima', '{finance,support}'],
  ] as const) {
    const id = Number(await people.plant({ name }));
    await query('update members set roles = $2::text[] where id = $1', [id, roles]);
    staff.push(id);
  }
  const [mo, wendy] = staff as [number, number];
  const demo: number[] = (
    await query(
      `select p.id from profiles p join members m using (id) where m.email like '%@example.test' and m.roles = '{}' and m.status = 'active' and p.status = 'active' order by id limit 6`,
    )
  ).map(({ id }) => Number(id));
  const tom = await people.plant({ name: 'Tom', gender: 'male', premium: true });
  const page = await people.page(tom);

  await queues(people, demo, mo, tom);
  await complaints(page.request, demo);
  await query(
    `update complaints set taken_by = $1, taken_at = app_now(), status = 'in_review' where id = (select max(id) from complaints)`,
    [mo],
  );
  const conversation = await desk(people, page.request, { owner: owner.id, wendy });
  const payments = await money(people, page.request);
  await texts(api, people, mo);
  await programs(api, people);
  await settings(api);
  await figures(site);
  await page.context().close();
  const [complaint] = await query('select min(id) as id from complaints');
  return [
    `/admin/members?find=${encodeURIComponent('tom')}`,
    `/admin/members/${tom}`,
    `/admin/members/${demo[0]}`,
    `/admin/complaints?id=${complaint.id}`,
    `/admin/desk/${conversation}`,
    `/admin/payments?find=tom@pages.test`,
    `/admin/payments/${payments[0]}`,
    `/admin/payments/${payments[1]}`,
    '/admin/code-uses?code=SPRING20',
    '/admin/worklist?kind=dispute',
    '/admin/worklist?state=done',
    '/admin/pages/house-rules?language=en',
    '/admin/pages/terms?language=nl',
    '/admin/mails/match?language=nl',
    '/admin/setting-history?key=photo_credits',
    '/admin/icebreakers?language=nl',
    '/admin/members?find=nobody-at-all',
  ];
}

async function queues({ query }: MemberPages, demo: number[], mo: number, tom: number): Promise<void> {
  const keys: string[] = (await query('select storage_key from photos order by id limit 8')).map(
    ({ storage_key }) => storage_key,
  );
  for (const [n, key] of keys.entries()) {
    await query(
      `insert into photos (member_id, storage_key, width, height, status, flags, fingerprint)
       select $1, $2, width, height, 'inspecting', $3, fingerprint from photos where storage_key = $2 limit 1`,
      [demo[n % demo.length], key, n === 0 ? '{refused_before}' : n === 1 ? '{screening}' : '{}'],
    );
  }
  for (const n of [0, 1, 2]) {
    await query(
      `insert into verifications (member_id, pose, storage_key, sent_at) values ($1, 'thumb_up', $2, app_now() - $3 * interval '1 day') on conflict do nothing`,
      [demo[n], keys[n], 3 - n],
    );
  }
  await query(`update profiles set verified = true where id = $1`, [tom]);
  const said = [
    ['name', 'Lisa 0612345678', '{phone}'],
    [
      'about',
      'Write to me at www.elsewhere-for-lonely-hearts.example/profile/lisa-from-utrecht, I never answer here. Kerkstraat 12, Utrecht.',
      '{address,link}',
    ],
    ['first_message', 'I am 16 but I look older', '{minor}'],
  ];
  for (const [n, [kind, body, rules]] of said.entries())
    await query(`insert into flagged_texts (member_id, kind, body, rules) values ($1, $2, $3, $4)`, [
      demo[n],
      kind,
      body,
      rules,
    ]);
  for (const [n, [kind, by]] of (
    [
      ['warning', mo],
      ['content_removed', mo],
    ] as const
  ).entries()) {
    const [measure] = await query(
      `insert into measures (member_id, kind, ground, facts, operator_id) values ($1, $2, 'spam', 'The same message to forty people within the hour.', $3) returning id`,
      [n === 0 ? tom : demo[n], kind, by],
    );
    await query(
      `insert into appeals (measure_id, member_id, body) values ($1, $2, 'I only wrote to two people, and they had written to me first. Please look again.')`,
      [measure.id, n === 0 ? tom : demo[n]],
    );
  }
  for (const { conversation_id, sender_id } of await query(
    `select distinct on (conversation_id) conversation_id, sender_id from messages order by 1, id limit 3`,
  )) {
    const [image] = await query(
      `insert into chat_images (member_id, client_id, storage_key, width, height, flagged, fingerprint)
       select $1, gen_random_uuid(), storage_key, width, height, true, 1 from photos order by id limit 1 returning id`,
      [sender_id],
    );
    await query(
      `insert into messages (conversation_id, sender_id, client_id, kind, image_id, credits) values ($1, $2, gen_random_uuid(), 'image', $3, 2)`,
      [conversation_id, sender_id, image.id],
    );
  }
}

async function complaints(api: APIRequestContext, demo: number[]): Promise<void> {
  const told = [
    {
      category: 'underage',
      profile: demo[0],
      text: 'She says in the second message that she is still at school.',
    },
    {
      category: 'harassment',
      profile: demo[1],
      text: 'He keeps on writing after I asked him to stop, and found my street.',
    },
    { category: 'fake_profile', profile: demo[2], text: 'These are photos of an actress.' },
    { category: 'payment', text: 'I paid twice for the same package and have the credits once.' },
  ];
  for (const one of told) {
    const answer = await api.post('/api/complaint.php', { data: { ...one, client_id: randomUUID() } });
    if (!answer.ok()) throw new Error(await answer.text());
  }
}

async function desk(
  people: MemberPages,
  member: APIRequestContext,
  { owner, wendy }: { owner: number; wendy: number },
): Promise<number> {
  const sent: number[] = [];
  for (const name of ['Lola', 'Mirte', 'Yara']) {
    const profile = Number(await people.plant({ name, kind: 'fictional' }));
    await people.query(
      `insert into fictional_profiles (profile_id, label, languages, opens, closes, key, created_by) values ($1, 'Evening team', '{nl,en}', '18:00', '02:00', gen_random_uuid(), $2)`,
      [profile, owner],
    );
    await member.post('/api/fictional-ack.php', { data: { profile } });
    const lines = [
      'Good evening! What did you do today?',
      'I have just come home from sailing on the lake, and I am still quite wet. Are you real?',
    ];
    for (const text of lines.slice(0, name === 'Lola' ? 2 : 1)) {
      const answer = await member.post('/api/chat.php', { data: { profile, client_id: randomUUID(), text } });
      if (!answer.ok()) throw new Error(await answer.text());
      const { conversation } = (await answer.json()) as { conversation: { id: number } };
      if (!sent.includes(conversation.id)) sent.push(conversation.id);
    }
  }
  await people.plant({ name: 'Cam Kim', kind: 'cam' });
  await people.plant({ name: 'Resell Roxy', kind: 'cam', cam_variant: 'resell' });
  const [mine, theirs] = sent as [number, number];
  const claim = `insert into desk_claims (conversation_id, operator_id, expires_at) values ($1, $2, app_now() + interval '1 hour')`;
  await people.query(claim, [mine, owner]);
  await people.query(claim, [theirs, wendy]);
  await people.query(
    `insert into desk_memory (conversation_id, body, updated_by) values ($1, 'Sails. Sister called Puck. Does not want to talk about work.', $2)`,
    [mine, owner],
  );
  return mine;
}

async function money(people: MemberPages, member: APIRequestContext): Promise<string[]> {
  const { query } = people;
  await query(
    `insert into discount_codes (code, country, value_percentage, validity, expires, currency, minimum_order_cents, paymentmethods)
     values ('SPRING20', null, 20, 'once-per-user', app_now() + interval '30 days', null, null, null), ('WINTER', 'NL', 50, 'once', app_now() - interval '1 day', 'EUR', 2000, '{ideal}'),
       ('BIG-SUMMER-SALE-2026', 'PL', 10, 'unlimited', null, null, null, null)`,
  );
  const orders: string[] = [];
  for (const outcome of ['paid', 'paid', 'chargeback', 'failed']) {
    const answer = await member.post('/api/payment.php', {
      data: { package: 2, method: 'ideal', idempotency_key: randomUUID(), consent: true },
    });
    if (!answer.ok()) throw new Error(await answer.text());
    const { payment_id } = (await answer.json()) as { payment_id: string };
    for (const next of outcome === 'chargeback' ? ['paid', 'chargeback'] : [outcome])
      await member.post(`/sandbox/checkout/${payment_id}`, { data: { outcome: next } });
    orders.push(payment_id);
  }
  await query(
    `insert into discount_uses (member_id, code, payment_id) select member_id, 'SPRING20', id from payments where id = $1`,
    [orders[0]],
  );
  await query(
    `insert into refunds (id, payment_id, member_id, kind, credits, amount_cents, currency, status, reason, created_at)
     select gen_random_uuid(), id, member_id, 'operator', 2, 500, currency, unnest(array['by_hand', 'approval', 'completed']), 'A gesture after the outage of Monday', app_now() - interval '9 days'
     from payments where id = $1`,
    [orders[1]],
  );
  await query(
    `insert into withdrawals (id, name, email, order_text, locale, outcome) values (gen_random_uuid(), 'Somebody Unknown', 'somebody.with.a.long.address@elsewhere.example', 'the order of last week, I think the 14th', 'nl', 'unmatched')`,
  );
  return orders;
}

async function texts(api: APIRequestContext, { query }: MemberPages, mo: number): Promise<void> {
  const put = async (method: 'POST' | 'PUT', path: string, data: object) => {
    const answer = await api.fetch(path, { method, data });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  };
  await put('PUT', '/api/admin/page', {
    token: 'house-rules',
    host: '*',
    language: 'en',
    body: '# House rules\n\n- Be kind\n- Be honest',
    seen: null,
  });
  await put('PUT', '/api/admin/landing-slugs', {
    slug: 'milf-101',
    host: '*',
    language: 'en',
    headline: 'Women of your age, in your town',
    lead: 'They are there tonight.',
    button: 'See who',
    imagery: null,
    offer: 'messages',
    seen: null,
  });
  await put('PUT', '/api/admin/mail', {
    template: 'match',
    host: '*',
    language: 'nl',
    texts: { subject: 'Het is raak: {from}!' },
    seen: null,
  });
  const words = JSON.stringify({
    nl: { subject: 'Nieuw: spraakberichten', text: 'Vanaf vandaag.' },
    en: { subject: 'New: something to listen to', text: 'From today.' },
  });
  await query(
    `insert into announcements (type, texts, audience, starts_at, status, sent, created_by) values
       ('news', $1::jsonb, '{}', app_now() - interval '3 days', 'sent', 1234, $2), ('promotions', $1::jsonb, '{"countries": ["NL", "BE"]}', app_now() + interval '2 days', 'scheduled', 0, $2),
       ('news', $1::jsonb, '{}', app_now() - interval '30 days', 'cancelled', 0, $2)`,
    [words, mo],
  );
}

async function programs(api: APIRequestContext, { query }: MemberPages): Promise<void> {
  await api.post('/api/admin/tokens', {
    data: { name: 'Weekly report', days: 90, scopes: ['admin:members'] },
  });
  const { id } = await (
    await api.post('/api/admin/webhooks', {
      data: {
        url: 'https://hooks.example.com/a/rather/long/address/of/a/customer-relations-system',
        events: ['member.signed_up', 'complaint.received'],
      },
    })
  ).json();
  for (const [state, status] of [
    ['sent', 200],
    ['given_up', 500],
    ['waiting', null],
  ])
    await query(
      `insert into webhook_deliveries (id, webhook_id, event, payload, state, tries, status, tried_at) values (gen_random_uuid(), $1, 'member.signed_up', '{}', $2, 3, $3, app_now())`,
      [id, state, status],
    );
}

async function settings(api: APIRequestContext): Promise<void> {
  for (const value of [4, 5])
    await api.put('/api/admin/settings', {
      data: { site: '*', changes: [{ key: 'photo_credits', value }] },
    });
}

async function figures(site: RunningSite): Promise<void> {
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: site.databaseUrl(), max: 2 }) }),
  });
  try {
    await plantFigures(db, 600);
    await countDays({ db, log: console } as never, {
      from: new Date(Date.now() - 40 * DAY).toISOString().slice(0, 10),
    });
    await measureClaims({ db } as never);
    await sql`insert into networks (key, name, secret, token_hash) values ('third', 'A third one', ${randomBytes(4)}, ${randomBytes(8)}) on conflict do nothing`.execute(
      db,
    );
  } finally {
    await db.destroy();
  }
}
