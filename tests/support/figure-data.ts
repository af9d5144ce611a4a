import { sql } from 'kysely';
import { inTransaction, type Db } from '#server/platform/database/index.ts';

/**
 * Fills a database with members of the last forty days in every state that figures distinguish: with and
 * without network, landing page, activation, messages, answers, orders and refunds, on two sites. Answers
 * take minutes to days; first messages go to real and fictional profiles. One in six of all events is within
 * two minutes of midnight on its site. The second site is in `zone`.
 */
export async function plantFigures(db: Db, members: number, zone = 'Europe/Warsaw'): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`insert into sites (host, company_id, overrides) select 'poland.example', company_id, jsonb_build_object('time_zone', ${zone}::text) from sites where host = '*'`.execute(
      tx,
    );
    await sql`insert into networks (key, name, secret, token_hash) values ('adnet', 'Ad Net', '\\x00', '\\x01'), ('promo', 'Promo', '\\x00', '\\x02')`.execute(
      tx,
    );
    const zoneOf = (host: string) =>
      sql`case when ${sql.ref(host)} like '%poland.example' then ${zone} else 'Europe/Amsterdam' end`;
    const nearMidnight = (
      at: ReturnType<typeof sql>,
      chance: ReturnType<typeof sql>,
      host: string,
    ) => sql`case when ${chance} % 6 = 0
      then least((${at} at time zone ${zoneOf(host)})::date::timestamp at time zone ${zoneOf(host)} + (${chance} / 6 % 241 - 120) * interval '1 second', app_now()) else ${at} end`;
    const h = (salt: number) => sql`(hashint4(i + ${salt}::int) & 2147483647)`;
    await sql`create temp table planted on commit drop as
      select i, nextval(pg_get_serial_sequence('members', 'id')) as id, app_now() - ((${h(1)} % 40) * 86400 + ${h(2)} % 80000 + 60) * interval '1 second' as at,
        (array[null, 'adnet', 'Promo', 'nobody'])[1 + ${h(3)} % 4] as network, (array[null, 'gallery', 'video'])[1 + ${h(4)} % 3] as lander,
        (array[null, 'milf-3', '7'])[1 + ${h(5)} % 3] as slug, (array['localhost', 'www.poland.example'])[1 + ${h(6)} % 2] as host,
        case when ${h(7)} % 50 = 0 then 'fictional' else 'member' end as kind, ${h(8)} % 10 < 8 as activated, ${h(9)} as chance
      from generate_series(1, ${members}::int) i`.execute(tx);
    await sql`update planted set at = ${nearMidnight(sql`at`, h(10), 'host')}`.execute(tx);
    await sql`insert into members (id, email, email_key, status, language, host, tracking, lander, landing_slug, signup_date, confirmed_at)
      overriding system value
      select id, 'f' || i || '@figures.test', 'f' || i || '@figures.test', case when activated then 'active' else 'not_confirmed' end, 'en', host,
        case when network is not null then jsonb_build_object('network', network) end, lander, case when lander is not null then slug end, at,
        case when activated then at + (chance % 7200) * interval '1 second' end from planted`.execute(tx);
    await sql`insert into profiles (id, kind, name, gender, gender_sought, date_of_birth, country, status)
      select id, kind, 'F' || i, case when chance % 5 < 2 then 'female' else 'male' end, 'female', '1990-01-01', 'NL', case when activated then 'active' else 'disabled' end
      from planted`.execute(tx);
    await sql`insert into presence (member_id, last_active) select id, least(app_now(), at + (chance % 30) * interval '1 day') from planted`.execute(
      tx,
    );
    await sql`create temp table pairs on commit drop as
      select nextval(pg_get_serial_sequence('conversations', 'id')) as id, a.id as low, b.id as high, greatest(a.at, b.at) + (a.chance % 200000 + 60) * interval '1 second' as at, a.chance
      from planted a join planted b on b.i = a.i + ${Math.floor(members / 2)}::int where a.activated`.execute(
      tx,
    );
    await sql`update pairs set at = ${nearMidnight(sql`pairs.at`, sql`(pairs.chance / 7)`, 'planted.host')} from planted where planted.id = low`.execute(
      tx,
    );
    await sql`delete from pairs where at > app_now()`.execute(tx);
    await sql`insert into conversations (id, member_low, member_high, created_at, last_message_at) overriding system value select id, low, high, at, at from pairs`.execute(
      tx,
    );
    // A first message, perhaps a second one, an answer, and a reply to it, each after its own delay.
    await sql`insert into messages (conversation_id, sender_id, client_id, kind, body, created_at)
      select id, case when turn in (1, 2, 4) then low else high end, gen_random_uuid(), 'text', 'Hello', at + wait from pairs
        cross join lateral (values (1, interval '0'), (2, (chance % 600) * interval '1 second'),
          (3, (chance % 600 + power(1.0003, chance % 40000)) * interval '1 second'), (4, (chance % 600 + power(1.0003, chance % 40000) * 2 + 30) * interval '1 second')) said (turn, wait)
      where at + wait <= app_now() and (turn = 1 or (turn = 2 and chance % 2 = 0) or (turn = 3 and chance % 5 < 3) or (turn = 4 and chance % 5 < 2))
      order by at + wait, id, turn`.execute(tx);
    await sql`create temp table orders on commit drop as
      select gen_random_uuid() as id, p.id as member, p.host, p.chance, at + (n * 90000 + chance % 50000) * interval '1 second' as paid, (array['NL', 'PL'])[1 + chance % 2] as country, (array['EUR', 'PLN'])[1 + chance % 2] as currency,
        1000 + chance % 9000 as cents, row_number() over () as number
      from planted p cross join generate_series(1, 2) n where kind = 'member' and activated and chance % 5 = 0`.execute(
      tx,
    );
    await sql`update orders set paid = ${nearMidnight(sql`paid`, sql`(chance / 7)`, 'host')}`.execute(tx);
    await sql`delete from orders where paid > app_now()`.execute(tx);
    await sql`insert into payments (id, member_id, credits, amount_cents, currency, country, vat_percentage, method, gateway, status, idempotency_key, created_at, settled_at, host)
      select id, member, 10, cents, currency, country, 21, 'ideal', 'sandbox', 'completed', gen_random_uuid(), paid, paid, host from orders`.execute(
      tx,
    );
    const receipt = (kind: string, only: ReturnType<typeof sql>) => sql`
      insert into receipts (id, member_id, payment_id, kind, company_id, year, number, issued_on, details)
      select case when ${kind} = 'receipt' then o.id else gen_random_uuid() end, o.member, o.id, ${kind}, (select company_id from sites where host = '*'), 2000, o.number, (o.paid at time zone ${zoneOf('o.host')})::date,
        jsonb_build_object('country', o.country, 'currency', o.currency, 'vatPercentage', 21, 'totalCents', o.cents, 'vatCents', round(o.cents * 21 / 121.0)::int)
      from orders o where ${only}`;
    await receipt('receipt', sql`true`).execute(tx);
    await receipt('credit_note', sql`o.chance % 3 = 0`).execute(tx);
    await sql`insert into page_visits (day, host, lander, slug, network, opened, left_within_10)
      select (app_now() at time zone ${zoneOf('host')})::date - d, host, lander, slug, network, 10 + d, d from generate_series(0, 39) d,
        unnest(array['*', 'poland.example']) host, unnest(array['gallery', 'video']) lander, unnest(array['', 'milf-3']) slug, unnest(array['', 'adnet']) network`.execute(
      tx,
    );
  });
  await sql`analyze members, profiles, messages, conversations`.execute(db).catch(() => {});
}
