import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { itemAt } from '#contract/must.ts';
import { requestOf } from './http-load.ts';
import { createTurns } from './turns.ts';

/** A message text with a number in it, which can be found in any response format of a server. */
export const stampedText = (stamp: number) => `Zullen we zaterdag een keer koffie drinken? #${stamp}.`;
const STAMP = /#(\d+)\./g;

export interface Ledger {
  send(): number;
  acknowledged(stamp: number): void;
  /** Finds the numbers in received text. Returns the incomplete rest, to prepend to the next chunk. */
  received(text: string): string;
  onDone: (stamp: number) => void;
  counts(): { sent: number; acknowledged: number; delivered: number; repeated: number };
  takeLatencies(): number[];
  settled(mostMs?: number): Promise<void>;
}

export function createLedger({ acknowledges }: { acknowledges: boolean }): Ledger {
  const sentAt: number[] = [];
  const isAcknowledged: boolean[] = [];
  const isDelivered: boolean[] = [];
  let [acknowledged, delivered, repeated] = [0, 0, 0];
  let latencies: number[] = [];
  const done = (stamp: number) =>
    isDelivered[stamp] && (isAcknowledged[stamp] || !acknowledges) && ledger.onDone(stamp);

  const ledger: Ledger = {
    onDone: () => {},
    send() {
      isAcknowledged.push(false);
      isDelivered.push(false);
      return sentAt.push(performance.now()) - 1;
    },
    acknowledged(stamp) {
      if (isAcknowledged[stamp]) return;
      isAcknowledged[stamp] = true;
      acknowledged++;
      done(stamp);
    },
    received(text) {
      let end = 0;
      for (const match of text.matchAll(STAMP)) {
        end = match.index + match[0].length;
        const stamp = Number(match[1]);
        if (isDelivered[stamp]) repeated++;
        else {
          isDelivered[stamp] = true;
          delivered++;
          latencies.push(performance.now() - itemAt(sentAt, stamp));
          done(stamp);
        }
      }
      return text.slice(Math.max(end, text.length - 16));
    },
    counts: () => ({
      sent: sentAt.length,
      acknowledged: acknowledges ? acknowledged : delivered,
      delivered,
      repeated,
    }),
    takeLatencies() {
      const taken = latencies.sort((a, b) => a - b);
      latencies = [];
      return taken;
    },
    async settled(mostMs = 10_000) {
      for (let waited = 0; waited < mostMs; waited += 20) {
        const { sent, acknowledged: heard, delivered: came } = ledger.counts();
        if (heard === sent && came === sent) return;
        await wait(20);
      }
    },
  };
  return ledger;
}

export async function openStreams(
  port: number,
  cookies: readonly string[],
  onText: (text: string) => string,
  atOnce = 1,
): Promise<{ close(): void }> {
  const sockets: Socket[] = [];
  let next = 0;
  const opener = async () => {
    while (next < cookies.length) sockets.push(await openStream(port, itemAt(cookies, next++), onText));
  };
  await Promise.all(Array.from({ length: atOnce }, opener));
  return { close: () => sockets.forEach((socket) => socket.destroy()) };
}

function openStream(port: number, cookie: string, onText: (text: string) => string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let kept = '';
    let open = false;
    socket.on('connect', () => socket.write(requestOf('GET', '/api/events.php', cookie)));
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      const text = kept + chunk.toString('latin1');
      if (!open) {
        if (!text.startsWith('HTTP/1.1 200'))
          return reject(new Error(`A stream was refused: ${text.slice(0, 300)}`));
        open = true;
        resolve(socket);
      }
      kept = onText(text);
    });
  });
}

export interface Lanes {
  lanes: number;
  send(lane: number, pair: number, stamp: number): void;
}

/**
 * Closed loop: each lane cycles through its pairs and sends the next message when the last one is
 * acknowledged and delivered. Returns the number delivered and the seconds.
 */
export async function closedLoop(
  ledger: Ledger,
  { lanes, send }: Lanes,
  pairs: number,
  limits: { seconds: number; messages?: number },
) {
  const began = performance.now();
  const end = began + limits.seconds * 1000;
  const before = ledger.counts().delivered;
  const laneOf = new Map<number, number>();
  const turnOf = createTurns(lanes);
  let sent = 0;
  let busy = lanes;
  await new Promise<void>((resolve) => {
    const next = (lane: number) => {
      if (performance.now() >= end || sent >= (limits.messages ?? Infinity))
        return void (--busy === 0 && resolve());
      sent++;
      const stamp = ledger.send();
      laneOf.set(stamp, lane);
      send(lane, lane + lanes * (turnOf(lane) % Math.floor(pairs / lanes)), stamp);
    };
    ledger.onDone = (stamp) => {
      const lane = laneOf.get(stamp);
      laneOf.delete(stamp);
      if (lane !== undefined) next(lane);
    };
    // A lost message would block its lane for ever, so the run ends anyway. The count at the end reveals the
    // loss.
    setTimeout(resolve, limits.seconds * 1000 + 15_000).unref();
    for (let lane = 0; lane < lanes; lane++) next(lane);
  });
  return { done: ledger.counts().delivered - before, seconds: (performance.now() - began) / 1000 };
}

/**
 * Open loop: sends at a constant rate, on each lane in turn, whatever the responses. A busy lane sends as
 * soon as it is free.
 */
export async function openLoop(
  ledger: Ledger,
  { lanes, send }: Lanes,
  pairs: number,
  { seconds, perSecond }: { seconds: number; perSecond: number },
) {
  const began = performance.now();
  const before = ledger.counts().delivered;
  const total = Math.floor(seconds * perSecond);
  for (let sent = 0; sent < total;) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * perSecond));
    for (; sent < due; sent++) send(sent % lanes, sent % pairs, ledger.send());
    await wait(1);
  }
  await ledger.settled();
  return {
    done: ledger.counts().delivered - before,
    seconds: Math.max(seconds, (performance.now() - began) / 1000),
  };
}

export function latencyFigures(latencies: readonly number[]) {
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
  return {
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    note: `delivered p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`,
  };
}

/**
 * A sentence which states that each message was sent, acknowledged, delivered and (if the server stores
 * messages) stored exactly once. Throws if that is not true.
 */
export function provenOnce(
  who: string,
  { sent, acknowledged, delivered, repeated }: ReturnType<Ledger['counts']>,
  kept?: number,
): string {
  const stored = kept === undefined ? '' : `stored ${kept}, `;
  if (acknowledged !== sent || delivered !== sent || (kept !== undefined && kept !== sent) || repeated > 0)
    throw new Error(
      `${who}: sent ${sent}, acknowledged ${acknowledged}, ${stored}delivered ${delivered}, repeated ${repeated}: the run does not count.`,
    );
  return `${who}: sent, acknowledged${kept === undefined ? '' : ', stored'} and delivered once ${sent}`;
}
