import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import { WAVEFORM } from './recordings.ts';

/**
 * Gives a member a row in each table that few members appear in, so that comparing an export with the
 * database covers them: refunds, measures, cards, second steps, conversions, announcements. `payment` belongs
 * to the member, `other` is somebody else.
 */
export async function plantRareRows(
  db: Db,
  { member, other, payment }: { member: number; other: number; payment: string },
): Promise<void> {
  const bytes = Buffer.from('a secret');
  const [withdrawal, refund] = [randomUUID(), randomUUID()];
  for (const row of [
    sql`insert into announcements (type, texts) values ('news', '{}')`,
    sql`insert into announcement_sends (announcement_id, member_id) select max(id), ${member} from announcements`,
    sql`insert into referrals (friend_id, inviter_id, host) values (${member}, ${other}, '*')`,
    sql`insert into mail_series_runs (member_id, host, trigger, held_out, begins_at) values (${member}, '*', 'welcome', false, app_now())`,
    sql`insert into mail_series_sends (run_id, mail, member_id, outcome) select max(id), 'series-welcome', ${member}, 'sent' from mail_series_runs`,
    sql`insert into experiments (id, host, key, kind, ground, hypothesis, variants, metric, currency, guardrails, coverage_percent)
      values (${randomUUID()}, '*', 'export', 'price_page', 'price_page', 'x', '[]', 'revenue', 'EUR', '{}', 100)`,
    sql`insert into experiment_exposures (experiment_id, unit, variant, member_id) select id, 'm1', 1, ${member} from experiments where key = 'export'`,
    sql`insert into api_tokens (id, member_id, name, token_hash, scopes, expires_at) values (${randomUUID()}, ${member}, 'My diary', ${bytes}, '{profile}', app_now() + interval '1 day')`,
    sql`insert into measures (member_id, kind, ground, facts, operator_id) values (${member}, 'warning', 'spam', 'What she wrote', ${other})`,
    sql`insert into appeals (measure_id, member_id, body) select max(id), ${member}, 'I did not' from measures`,
    sql`insert into auto_likes (member_id, day, profile_id) values (${member}, '2026-01-02', ${other})`,
    sql`insert into blocks (blocker_id, blocked_id) values (${member}, ${other})`,
    sql`insert into dismissed_profiles (member_id, profile_id, until) values (${member}, ${other}, app_now() + interval '90 days')`,
    sql`insert into saved_searches (member_id, name, query, alerts, searched_to) values (${member}, 'Near me', '{}', true, 0)`,
    sql`insert into shared_dates (member_id, client_id, who, place, note, starts_at, time_zone, expires_at)
      values (${member}, ${randomUUID()}, 'Bram', 'The station', '', app_now(), 'UTC', app_now() + interval '1 day')`,
    sql`insert into trips (member_id, client_id, country, region, city, starts_on, ends_on, starts_at, ends_at)
      values (${member}, gen_random_uuid(), 'BE', 'Oost-Vlaanderen', 'Gent', '2026-01-01', '2026-01-02', '2026-01-01', '2026-01-03')`,
    sql`insert into video_calls (id, caller_id, callee_id, conversation_id, kind, credits_per_minute, free_seconds, minutes, rings_until, caller_device)
      values (${randomUUID()}, ${member}, ${other}, 1, 'video', 2, 60, 10, app_now() + interval '40 seconds', ${randomUUID()})`,
    sql`insert into daily_people (member_id, profile_id, day, position) values (${member}, ${other}, '2026-01-01', 1)`,
    sql`insert into daily_choices (member_id, day) values (${member}, '2026-01-01')`,
    sql`insert into contact_conditions (member_id, paused) values (${member}, true)`,
    sql`insert into notification_rhythms (member_id, quiet_from, quiet_until, quiet_mail, quiet_push, mail_rhythm, mail_time, mail_day)
      values (${member}, '23:00', '07:00', true, true, 'weekly', '18:00', 5)`,
    sql`insert into acquaintance_imports (member_id, client_id, contacts) values (${member}, ${randomUUID()}, 2)`,
    sql`insert into photo_access (owner_id, viewer_id) values (${member}, ${other}), (${other}, ${member})`,
    sql`insert into account_holds (member_id, reason) values (${member}, 'many_signups')`,
    sql`insert into conversions (member_id, event, ref) values (${member}, 'signup', 'a banner')`,
    sql`insert into credit_changes (id, member_id, credits, reason, state, asked_by) values (${randomUUID()}, ${member}, 3, 'A gesture', 'done', ${other})`,
    sql`insert into direct_debits (payment_id, member_id, form_encrypted, iban_hash, iban_last4, mobile_last2) values (${payment}, ${member}, ${bytes}, ${bytes}, '4300', '78')`,
    sql`insert into discount_codes (code, value_percentage, member_id) values ('FOR-ANNA', 10, ${member})`,
    sql`insert into discount_uses (member_id, code, payment_id) values (${member}, 'FOR-ANNA', ${payment})`,
    sql`insert into fictional_acknowledgements (member_id, profile_id) values (${member}, ${other})`,
    sql`insert into figure_members (member_id, host, signed_up_at) values (${member}, '*', app_now())`,
    sql`insert into flagged_texts (member_id, kind, body, rules) values (${member}, 'about', 'Call me', '{phone}')`,
    sql`insert into notification_mails (member_id, type) values (${member}, 'like')`,
    sql`insert into passkeys (member_id, credential_id, public_key, counter, name) values (${member}, ${randomUUID()}, ${bytes}, 1, 'My phone')`,
    sql`insert into operator_identities (member_id, issuer, subject) values (${member}, 'https://id.test', 'anna')`,
    sql`insert into verification_demands (member_id, kind) values (${member}, 'asked')`,
    sql`insert into liveness_checks (member_id, provider, due_at) values (${member}, 'sandbox', app_now() + interval '1 day')`,
    sql`insert into totp_secrets (member_id, secret_sealed) values (${member}, ${bytes})`,
    sql`insert into privacy_choices (member_id, about, given, version) values (${member}, 'intimate_data', false, '2026-01-02')`,
    sql`insert into profile_views (member_id, profile_id) values (${member}, ${other})`,
    sql`insert into refunds (id, payment_id, member_id, kind, credits, amount_cents, currency, status) values (${refund}, ${payment}, ${member}, 'withdrawal', 1, 100, 'EUR', 'completed')`,
    sql`insert into withdrawals (id, member_id, payment_id, refund_id, name, email, order_text, locale, outcome) values (${withdrawal}, ${member}, ${payment}, ${refund}, 'Anna', 'anna@example.test', 'All of it', 'en', 'refunded')`,
    sql`insert into soft_bounces (member_id) values (${member})`,
    sql`insert into stored_cards (member_id, gateway, token, brand, last4) values (${member}, 'sandbox', 'a secret', 'visa', '4242')`,
    sql`insert into swipe_choices (member_id, profile_id, liked, day) values (${member}, ${other}, true, '2026-01-02')`,
    sql`insert into swipe_days (member_id, day, likes_used) values (${member}, '2026-01-02', 1)`,
    sql`insert into age_checks (member_id, provider, due_at) values (${member}, 'sandbox', app_now() + interval '1 day')`,
    sql`insert into voice_intros (member_id, client_id, storage_key, duration_ms, waveform)
      values (${member}, ${randomUUID()}, 'rare/intro', 1000, ${WAVEFORM})`,
    sql`insert into verifications (member_id, pose) values (${member}, 'wave')`,
    sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth) values (${member}, 'https://fcm.googleapis.com/fcm/send/rare', 'BPk', 'YWI')`,
  ])
    await row.execute(db);
}
