import { hasCandidate, relayOnly } from './relay-only.ts';

export interface PeerTracks {
  audio: MediaStreamTrack | null;
  /** Null in a voice call, and without a camera. */
  video: MediaStreamTrack | null;
}

export interface Peer {
  offer(): Promise<string>;
  answer(offer: string): Promise<string>;
  accept(answer: string): Promise<void>;
  /** Replaces what is sent, without a new negotiation. */
  send(tracks: PeerTracks): Promise<void>;
  state(): RTCPeerConnectionState;
  close(): void;
}

interface PeerOptions {
  servers: RTCIceServer[];
  withVideo: boolean;
  tracks: PeerTracks;
  onState: (state: RTCPeerConnectionState) => void;
  onRemote: (stream: MediaStream) => void;
}

/** A relay that answers late does not hold up the others for longer than this. */
const GATHERED_ENOUGH_MS = 1500;
const GATHERING_MS = 10_000;

/**
 * One connection through the TURN server. Each side sends one complete description, which lists its relayed
 * candidates. A new negotiation starts with a new connection, because after a reload the other browser's keys
 * are new too.
 */
export function createPeer({ servers, withVideo, tracks, onState, onRemote }: PeerOptions): Peer {
  const connection = new RTCPeerConnection({ iceServers: servers, iceTransportPolicy: 'relay' });
  const senders: Partial<Record<'audio' | 'video', RTCRtpSender>> = {};
  let current = tracks;
  let closed = false;
  connection.onconnectionstatechange = () => {
    if (!closed) onState(connection.connectionState);
  };

  const local = async (): Promise<string> => {
    const { sdp = '' } = connection.localDescription ?? {};
    return relayOnly(sdp);
  };
  const showRemote = () => onRemote(new MediaStream(connection.getReceivers().map(({ track }) => track)));

  return {
    async offer() {
      for (const kind of withVideo ? (['audio', 'video'] as const) : (['audio'] as const)) {
        senders[kind] = connection.addTransceiver(current[kind] ?? kind, { direction: 'sendrecv' }).sender;
      }
      await connection.setLocalDescription();
      await gathered(connection);
      return local();
    },
    async answer(offer) {
      await connection.setRemoteDescription({ type: 'offer', sdp: relayOnly(offer) });
      for (const transceiver of connection.getTransceivers()) {
        const kind = transceiver.receiver.track.kind === 'video' ? 'video' : 'audio';
        transceiver.direction = 'sendrecv';
        senders[kind] = transceiver.sender;
        await transceiver.sender.replaceTrack(current[kind]);
      }
      showRemote();
      await connection.setLocalDescription();
      await gathered(connection);
      return local();
    },
    async accept(answer) {
      await connection.setRemoteDescription({ type: 'answer', sdp: relayOnly(answer) });
      showRemote();
    },
    async send(next) {
      current = next;
      await Promise.all([
        senders.audio?.replaceTrack(next.audio),
        senders.video?.replaceTrack(withVideo ? next.video : null),
      ]);
    },
    state: () => connection.connectionState,
    close() {
      closed = true;
      connection.close();
    },
  };
}

/** Rejects if no relay answered, because the other side could not reach this one then. */
function gathered(connection: RTCPeerConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    let enough: ReturnType<typeof setTimeout> | undefined;
    const done = () => {
      clearTimeout(enough);
      clearTimeout(late);
      if (hasCandidate(connection.localDescription?.sdp ?? '')) resolve();
      else reject(new Error('No relay answered.'));
    };
    const late = setTimeout(done, GATHERING_MS);
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate) enough ??= setTimeout(done, GATHERED_ENOUGH_MS);
    });
    connection.addEventListener('icegatheringstatechange', () => {
      if (connection.iceGatheringState === 'complete') done();
    });
    if (connection.iceGatheringState === 'complete') done();
  });
}
