import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { ownGiftId } from '#contract/chat/gifts.ts';
import type { Role } from '#contract/lists/roles.ts';
import { WAVEFORM } from '#support/recordings.ts';
import type { testApp } from '../app.ts';
import type { Client } from '../client.ts';
import { browserOf, plant, plantWithBrowser } from '../members.ts';
import { picture } from '../pictures.ts';

type TestApp = ReturnType<typeof testApp>;

export interface Actors {
  operators: ReadonlyMap<Role, Client>;
  member: () => Client;
}

export async function operatorWith(site: TestApp, role: Role): Promise<Client> {
  const id = await plant(site);
  await site.db
    .updateTable('members')
    .set({ roles: [role] })
    .where('id', '=', id)
    .execute();
  return browserOf(site, id);
}

/** Creates what operators work on: waiting photos, complaints, payments, drafts. */
export function plantOfficeWork(site: TestApp, { operators, member }: Actors) {
  const owner = () => operators.get('owner')!;
  const gift = () => ({ id: ownGiftId(), credits: 9, names: { en: 'Kite' }, position: 50, active: false });

  async function webhook(): Promise<string> {
    return (
      await owner().must('addWebhook', {
        body: { url: 'https://hooks.example.com/other', events: ['complaint.received'] },
      })
    ).id;
  }
  const newPage = () => ({ token: `page-${randomUUID()}`, host: '*', language: 'en' as const });
  let slugs = 0;
  const newSlug = () => ({ slug: `milf-${100 + ++slugs}`, host: '*', language: 'en' as const });
  const announcement = {
    type: 'news' as const,
    texts: { fi: { subject: 'Uutta', text: 'Jotain uutta' } },
    audience: {},
  };

  async function referral(): Promise<void> {
    const [friend, inviter] = [await plant(site), await plant(site)];
    await sql`insert into referrals (friend_id, inviter_id, host) values (${friend}, ${inviter}, '*')`.execute(
      site.db,
    );
  }

  async function mailSeriesChange() {
    const { series } = await owner().must('adminMailSeries', { query: { site: '*' } });
    const { figures: _figures, ...saved } = series[0]!;
    return { site: '*', ...saved };
  }

  async function settingChange(): Promise<number> {
    const { settings } = await owner().must('adminSettings');
    const price = Number(settings.find(({ key }) => key === 'gift_credits')!.value);
    await owner().must('changeSettings', {
      body: { site: '*', changes: [{ key: 'gift_credits', value: price + 1 }] },
    });
    return (await owner().must('settingHistory', { query: { key: 'gift_credits' } })).changes[0]!.id;
  }

  /** A price that the owner has changed and that waits for a second operator. */
  async function heldPackage(): Promise<string> {
    const { packages } = await owner().must('adminCatalogue');
    const one = packages.find(({ prices }) => prices.length > 0);
    if (!one) throw new Error('The catalogue has no package with a price.');
    await owner().must('adminPackage', {
      body: {
        id: one.id,
        credits: one.credits,
        active: one.active,
        recommended: one.recommended,
        prices: one.prices.map(({ currency }) => ({ amount: '0.01', currency })),
      },
    });
    const { changes } = await owner().must('waitingChanges');
    const held = changes.find(({ kind }) => kind === 'package');
    if (!held) throw new Error('No price waits for a second operator.');
    return held.id;
  }

  async function suspension(): Promise<number> {
    const { id } = await owner().must('takeMeasure', {
      body: {
        member: await plant(site),
        kind: 'suspension',
        days: 3,
        ground: 'harassment',
        facts: 'You threatened her.',
      },
    });
    return id;
  }

  async function verificationDemand(): Promise<number> {
    const member = await plant(site);
    await owner().must('askForVerification', { body: { member, words: 'Is this really you?' } });
    return member;
  }

  async function waitingAppeal(): Promise<number> {
    const { rows } = await sql<{ id: number }>`
    insert into appeals (measure_id, body) values (${await suspension()}, 'It was not me') returning id`.execute(
      site.db,
    );
    return rows[0]!.id;
  }

  async function askedCredits(): Promise<string> {
    const id = randomUUID();
    const { state } = await owner().must('changeCredits', {
      body: { id, member: await plant(site), credits: 5000, reason: 'a large gesture' },
    });
    expect(state).toBe('approval');
    return id;
  }

  async function flaggedText(): Promise<number> {
    const { rows } = await sql<{ id: number }>`
    insert into flagged_texts (member_id, kind, body, rules) values (${await plant(site)}, 'about', 'call me on 06 1234 5678', '{phone}') returning id`.execute(
      site.db,
    );
    return rows[0]!.id;
  }

  async function heldAccount(): Promise<number> {
    const member = await plant(site);
    await sql`insert into account_holds (member_id, reason) values (${member}, 'many_signups')`.execute(
      site.db,
    );
    await sql`update members set held_at = app_now() where id = ${member}`.execute(site.db);
    return member;
  }

  async function waitingPhoto(): Promise<number> {
    const owner = await plantWithBrowser(site);
    const { id } = await owner.must('addPhoto', { file: { content: await picture().jpeg().toBuffer() } });
    await sql`update photos set status = 'inspecting' where id = ${id}`.execute(site.db);
    return id;
  }

  async function waitingSelfie(): Promise<number> {
    const { rows } = await sql<{ id: number }>`
    insert into verifications (member_id, pose, sent_at) values (${await plant(site)}, 'thumb_up', app_now()) returning id`.execute(
      site.db,
    );
    return rows[0]!.id;
  }

  async function waitingAgeCheck(): Promise<number> {
    const { rows } = await sql<{ id: number }>`
    with sent as (
      insert into age_checks (member_id, provider, due_at, sent_at)
      values (${await plant(site)}, 'office', app_now() + interval '14 days', app_now()) returning id
    ), pictures as (
      insert into age_check_pictures (check_id, part, sealed) select id, unnest(array['document', 'selfie']), '' from sent
    )
    select id from sent`.execute(site.db);
    return rows[0]!.id;
  }

  async function waitingIntro(): Promise<number> {
    const { rows } = await sql<{ id: number }>`
    insert into voice_intros (member_id, client_id, storage_key, duration_ms, waveform)
    values (${await plant(site)}, ${randomUUID()}, ${`intros/${randomUUID()}`}, 1000, ${WAVEFORM}) returning id`.execute(
      site.db,
    );
    return rows[0]!.id;
  }

  /** A member's message to a fictional profile, claimed by the operator if one is given. */
  async function waitingConversation(operator?: Client, claimed = true): Promise<number> {
    const writer = await plantWithBrowser(site);
    const profile = await plant(site, { kind: 'fictional' });
    await writer.must('fictionalAck', { body: { profile } });
    const { conversation } = await writer.must('send', {
      body: { profile, client_id: randomUUID(), text: 'Hello' },
    });
    if (operator && claimed) await operator.must('deskClaim', { body: { conversation: conversation.id } });
    return conversation.id;
  }

  /** An answer of the desk that waits for a score. */
  async function sampledAnswer(): Promise<{ conversation: number; message: number }> {
    const writer = await operatorWith(site, 'writer');
    const conversation = await waitingConversation(writer);
    const { message } = await writer.must('deskAnswer', {
      body: { conversation, client_id: randomUUID(), text: 'Good evening' },
    });
    await sql`insert into desk_reviews (message_id, conversation_id, operator_id)
      values (${message.id}, ${conversation}, ${writer.memberId}) on conflict do nothing`.execute(site.db);
    return { conversation, message: message.id };
  }

  async function flaggedImage(): Promise<number> {
    const { rows } = await sql<{ id: number }>`
    insert into chat_images (member_id, client_id, storage_key, width, height, fingerprint, flagged, status)
    values (${member().memberId}, ${randomUUID()}, ${`chat/${randomUUID()}`}, 100, 100, 0, true, 'inspecting') returning id`.execute(
      site.db,
    );
    return rows[0]!.id;
  }

  /** A picture that can be seen once, in a conversation that the operator has claimed. */
  async function imageToOpen(operator: Client): Promise<{ conversation: number; image: number }> {
    const conversation = await waitingConversation(operator);
    const { rows } = await sql<{ id: number }>`
    with image as (
      insert into chat_images (member_id, client_id, storage_key, width, height, view_once, status)
        select sender_id, ${randomUUID()}, ${`chat/${randomUUID()}`}, 100, 100, true, 'active' from messages where conversation_id = ${conversation} limit 1
        returning id
    )
    update messages set kind = 'image', image_id = image.id from image where conversation_id = ${conversation} returning image.id`.execute(
      site.db,
    );
    return { conversation, image: rows[0]!.id };
  }

  async function voiceToHear(operator: Client): Promise<{ conversation: number; voice: number }> {
    const { conversation, image } = await imageToOpen(operator);
    await sql`update messages set kind = 'voice' where image_id = ${image}`.execute(site.db);
    await sql`update chat_images set kind = 'voice', view_once = false, duration_ms = 1000, waveform = ${WAVEFORM} where id = ${image}`.execute(
      site.db,
    );
    return { conversation, voice: image };
  }

  async function complaint(): Promise<number> {
    return (
      await member().must('complaint', {
        body: { category: 'other', text: 'It is too slow', client_id: randomUUID() },
      })
    ).id;
  }

  async function supportThread(): Promise<number> {
    const asker = await plantWithBrowser(site);
    const body = { client_id: randomUUID(), subject: 'My credits', text: 'Where are they?' };
    return (await asker.must('askSupport', { body })).id!;
  }

  async function payment(): Promise<string> {
    const payer = await plantWithBrowser(site);
    const { payment_id } = await payer.must('startPayment', {
      body: { package: 2, method: 'ideal', consent: true, idempotency_key: randomUUID() },
    });
    await payer.request('POST', `/sandbox/checkout/${payment_id}`, {
      payload: JSON.stringify({ outcome: 'paid' }),
      headers: { 'content-type': 'application/json' },
    });
    return payment_id;
  }

  async function chargedBack(): Promise<string> {
    const id = await payment();
    await member().request('POST', `/sandbox/checkout/${id}`, {
      payload: JSON.stringify({ outcome: 'chargeback' }),
      headers: { 'content-type': 'application/json' },
    });
    return id;
  }

  return {
    owner,
    gift,
    webhook,
    newPage,
    newSlug,
    announcement,
    mailSeriesChange,
    referral,
    settingChange,
    heldPackage,
    suspension,
    verificationDemand,
    waitingAppeal,
    askedCredits,
    flaggedText,
    heldAccount,
    waitingPhoto,
    waitingSelfie,
    waitingIntro,
    waitingAgeCheck,
    waitingConversation,
    sampledAnswer,
    flaggedImage,
    imageToOpen,
    voiceToHear,
    complaint,
    supportThread,
    payment,
    chargedBack,
  };
}
