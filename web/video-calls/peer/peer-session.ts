import type { VideoCall } from '#contract/video-calls/calls.ts';
import { createPeer, type Peer, type PeerTracks } from './peer.ts';

export type Connection = 'connecting' | 'connected' | 'lost';

export interface PeerSession {
  /** Takes the next step that the state of the call asks for. Call it with each state read from the server. */
  follow(call: VideoCall): void;
  /** Replaces what is sent, now and after each new negotiation. */
  send(tracks: PeerTracks): void;
  close(): void;
}

export interface PeerSessionOptions {
  call: VideoCall;
  tracks: PeerTracks;
  /** The page was reloaded during the call, so descriptions of earlier generations belong to a closed connection. */
  rejoins: boolean;
  /** Sends this side's description and returns the new state of the call, or null if that failed. */
  signal: (generation: number, sdp: string) => Promise<VideoCall | null>;
  onConnection: (connection: Connection) => void;
  onRemote: (stream: MediaStream) => void;
}

/** How long to wait after the connection is lost, because a short gap heals by itself. */
const GAPS_MS: Partial<Record<RTCPeerConnectionState, number>> = { failed: 0, disconnected: 2500 };
const UNANSWERED_MS = 12_000;
const TRY_AGAIN_MS = 2000;

/**
 * Keeps two browsers connected. The inviter starts each negotiation, which has the next generation: for the first
 * connection, after its own reload, and when the connection is lost, for example by a change of network. The
 * other side answers each generation once.
 */
export function createPeerSession(options: PeerSessionOptions): PeerSession {
  const { outgoing, kind } = options.call;
  let { call, tracks } = options;
  let peer: Peer | null = null;
  let generation = options.rejoins && !outgoing ? options.call.generation : 0;
  /** The server counts up by one. After a reload this page does not know whether the present generation was used. */
  let isUsed = options.rejoins;
  let accepted = false;
  let closed = false;
  let watch: ReturnType<typeof setTimeout> | undefined;

  function replacePeer(next: number): Peer {
    peer?.close();
    clearTimeout(watch);
    generation = next;
    accepted = false;
    const created = createPeer({
      servers: call.ice_servers,
      withVideo: kind === 'video',
      tracks,
      onState: (state) => onState(created, state),
      onRemote: options.onRemote,
    });
    peer = created;
    return created;
  }

  function onState(from: Peer, state: RTCPeerConnectionState) {
    const gapMs = GAPS_MS[state];
    if (from !== peer || closed || (state !== 'connected' && gapMs === undefined)) return;
    if (gapMs === undefined) clearTimeout(watch);
    else negotiateIn(gapMs);
    options.onConnection(gapMs === undefined ? 'connected' : 'lost');
  }

  /** Only the inviter starts negotiations; the other side waits for the next generation. */
  function negotiateIn(delayMs: number) {
    clearTimeout(watch);
    if (outgoing && !closed) watch = setTimeout(() => void negotiate(), delayMs);
  }

  async function negotiate() {
    if (closed) return;
    const next = isUsed ? call.generation + 1 : call.generation;
    const created = replacePeer(next);
    const sdp = await created.offer().catch(() => null);
    if (created !== peer || closed) return;
    if (sdp !== null) isUsed = true;
    const sent = sdp !== null && (await options.signal(next, sdp));
    if (created !== peer || closed) return;
    negotiateIn(sent ? UNANSWERED_MS : TRY_AGAIN_MS);
  }

  async function answer(offer: string, offered: number) {
    const created = replacePeer(offered);
    const sdp = await created.answer(offer).catch(() => null);
    if (created !== peer || closed) return;
    // Without an answer the inviter starts the next generation.
    if (sdp !== null) await options.signal(offered, sdp);
  }

  return {
    follow(latest) {
      if (closed) return;
      call = latest;
      if (latest.ice_servers.length === 0) return;
      if (outgoing) {
        if (!peer) void negotiate();
        else if (latest.sdp && latest.generation === generation && !accepted) {
          accepted = true;
          peer.accept(latest.sdp).catch(() => negotiateIn(0));
        }
      } else if (latest.sdp && latest.generation > generation) {
        void answer(latest.sdp, latest.generation);
      }
    },
    send(next) {
      tracks = next;
      peer?.send(next).catch(() => {});
    },
    close() {
      closed = true;
      clearTimeout(watch);
      peer?.close();
      peer = null;
    },
  };
}
