import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { startChatSite, type Person } from '../chat-site.ts';

export const RELAY_SDP = [
  'v=0',
  'o=- 4611731400430051336 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'm=audio 50000 UDP/TLS/RTP/SAVPF 111',
  'c=IN IP4 192.0.2.7',
  'a=rtcp:9 IN IP4 0.0.0.0',
  'a=candidate:1 1 udp 41885695 192.0.2.7 50000 typ relay raddr 0.0.0.0 rport 0 generation 0',
  'a=ice-ufrag:abcd',
  '',
].join('\r\n');

/** A site with calls switched on, whose clock the tests move. */
export async function startCallSite(env: Record<string, string> = {}) {
  const site = await startChatSite({
    TURN_URLS: 'turn:turn.example.com:3478,turns:turn.example.com:443?transport=tcp',
    TURN_SECRET: 'a secret of the TURN server',
    ...env,
  });
  await site.setting({ video_calls: true });
  let shift = 0;

  const wait = async (seconds: number) => {
    shift += seconds;
    await site.shiftClock(shift);
  };

  const comeOnline = async (...people: Person[]) => {
    for (const { id } of people)
      await sql`insert into presence (member_id, last_active) values (${id}, app_now())
        on conflict (member_id) do update set last_active = app_now()`.execute(site.db);
  };

  /** Two members who have written each other often enough; the first pays. */
  async function pair(credits = 20): Promise<[Person, Person]> {
    const [anna, bram] = [await site.person({ premium: true }), await site.person({ premium: true })];
    for (const text of ['one', 'two']) {
      await anna.say(bram, text);
      await bram.say(anna, text);
    }
    await sql`update members set free_messages_used = 5 where id in (${anna.id}, ${bram.id})`.execute(
      site.db,
    );
    if (credits > 0)
      await sql`select book_credits(${anna.id}, 'operator_grant', ${credits}, 'granted', 'of the test', null)`.execute(
        site.db,
      );
    await comeOnline(anna, bram);
    return [anna, bram];
  }

  const ring = (who: Person, other: Person, more: Record<string, unknown> = {}) =>
    who.call('startVideoCall', {
      body: { id: randomUUID(), device: randomUUID(), profile: other.id, kind: 'video', price: 2, ...more },
    });

  const accept = (who: Person, id: string, device: string = randomUUID()) =>
    who.call('answerVideoCall', { body: { id, device, accept: true } });

  const keep = (who: Person, id: string, more: Record<string, unknown> = {}) =>
    who.call('keepVideoCall', { body: { id, connected: true, clear: false, ...more } });

  /** A call with both sides connected. */
  async function talk(caller: Person, callee: Person, more: Record<string, unknown> = {}): Promise<string> {
    await comeOnline(caller, callee);
    const { id } = (await ring(caller, callee, more)).body;
    await accept(callee, id);
    await keep(caller, id);
    await keep(callee, id);
    return id;
  }

  /** Both sides stay in the call for so many seconds. */
  async function stay(people: readonly Person[], id: string, seconds: number): Promise<void> {
    for (let left = seconds; left > 0; left -= 10) {
      await wait(Math.min(10, left));
      for (const person of people) await keep(person, id);
    }
  }

  const minutes = async (id: string) =>
    (
      await sql<{ minute: number; state: string }>`
      select minute, state from video_call_minutes where call_id = ${id} order by minute`.execute(site.db)
    ).rows.map(({ minute, state }) => `${minute} ${state}`);

  return { ...site, wait, comeOnline, pair, ring, accept, keep, talk, stay, minutes };
}

export type CallSite = Awaited<ReturnType<typeof startCallSite>>;
