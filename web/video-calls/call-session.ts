import type { VideoCall } from '#contract/video-calls/calls.ts';
import type { VideoCallKind } from '#contract/video-calls/lists.ts';
import type { Api } from '#web/api.ts';
import { clockAhead, nextState, noCall, showsClearly, type CallState } from './call-state.ts';
import {
  claimCall,
  callDevice,
  holdCall,
  releaseCall,
  rememberSwitchedOff,
  switchedOff,
  unclaimCall,
  type SwitchedOff,
} from './held-call.ts';
import { createOwnMedia, type MediaState, type OwnMedia } from './own-media.ts';
import { createPeerSession, type Connection, type PeerSession } from './peer/peer-session.ts';

export interface CallSnapshot extends SwitchedOff {
  state: CallState;
  media: MediaState;
  connection: Connection;
  remote: MediaStream | null;
  /** This member wants to be seen, even if the server does not know yet. */
  clear: boolean;
  /** By how much the server's clock is ahead of this device's. */
  aheadMs: number;
}

const HEARTBEAT_MS = 5000;
const RINGING_MS = 10_000;
/** Events are hints that may be lost, so a tab that waits for the other side also asks. */
const WAITING_MS = 2000;
const ANSWER_MS = 8000;

const IDLE: CallSnapshot = {
  state: noCall,
  media: { step: 'none' },
  connection: 'connecting',
  remote: null,
  clear: false,
  muted: false,
  cameraOff: false,
  withoutCamera: false,
  aheadMs: 0,
};

/** The member's call in this tab: its state on the server, the devices and the connection to the other browser. */
export class CallSession {
  private current = IDLE;
  private readonly listeners = new Set<() => void>();
  private peer: PeerSession | null = null;
  private heartbeat: ReturnType<typeof setInterval> | undefined;
  private poll: ReturnType<typeof setInterval> | undefined;
  private readonly api: Api;
  private readonly media: OwnMedia;

  constructor(api: Api) {
    this.api = api;
    this.media = createOwnMedia((media) => {
      this.change({ media });
      if (this.current.state.step !== 'running') return;
      this.media.switchOff(this.current);
      this.connect();
      this.send();
    });
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  readonly snapshot = () => this.current;

  private change(part: Partial<CallSnapshot>) {
    this.current = { ...this.current, ...part };
    for (const listener of this.listeners) listener();
  }

  /** Reads the member's call from the server: after an event, a reload, and while the other side is awaited. */
  async refresh() {
    const known = this.current.state;
    // An ended call is no longer current, so ask for it by its id: its last state has the reason.
    const query = known.step === 'none' || known.step === 'ended' ? {} : { id: known.call.id };
    const { call } = await this.api.call('currentVideoCall', { query }, this.soon());
    if (call) this.follow(call);
    else if (this.current.state.step === 'none') this.release();
  }

  /** Continues the call of this tab after a reload of the page. */
  async rejoin() {
    if (callDevice() && !(await claimCall())) this.release();
    if (callDevice()) this.change(switchedOff());
    await this.refresh();
  }

  /** Rejects with the server's refusal, such as a changed price. */
  async invite(id: string, profile: number, kind: VideoCallKind, price: number) {
    await claimCall();
    const device = holdCall();
    try {
      this.follow(await this.api.call('startVideoCall', { body: { id, device, profile, kind, price } }));
    } catch (error) {
      if (this.current.state.step === 'none') this.release();
      throw error;
    }
  }

  /** Returns whether the devices are open. `withoutCamera` is for a video date of which the member only wants the sound. */
  openMedia(kind: VideoCallKind, withoutCamera = false) {
    this.switchOff({ withoutCamera });
    return this.media.open(withoutCamera ? 'voice' : kind, this.current);
  }

  closeMedia() {
    if (this.current.state.step !== 'none') return;
    this.media.close();
    this.change({ media: { step: 'none' } });
  }

  /** Call it once the devices are open. Rejects if another device of the member answered first. */
  async answer(call: VideoCall) {
    await claimCall();
    const device = holdCall();
    try {
      this.follow(await this.api.call('answerVideoCall', { body: { id: call.id, device, accept: true } }));
    } catch (error) {
      this.release();
      this.change({ state: noCall });
      throw error;
    }
  }

  async decline(call: VideoCall) {
    this.leave();
    await this.api.call('answerVideoCall', {
      body: { id: call.id, device: crypto.randomUUID(), accept: false },
    });
  }

  /** Hangs up, or cancels an invitation. `failed` reports that no connection could be made. */
  async end(call: VideoCall, failed = false) {
    this.isEnding = true;
    this.media.close();
    this.stopPeer();
    try {
      this.follow(await this.api.call('endVideoCall', { body: { id: call.id, ...(failed && { failed }) } }));
    } catch {
      // Without a connection the server ends the call itself, because it no longer hears of this tab.
      this.leave();
    }
  }
  private isEnding = false;

  async extend(call: VideoCall) {
    if (!call.ends_at) return;
    this.follow(await this.api.call('extendVideoCall', { body: { id: call.id, ends_at: call.ends_at } }));
  }

  /** Closes the screen of an ended call. */
  dismiss() {
    this.leave();
  }

  setClear(clear: boolean) {
    this.change({ clear });
    // Blurs at once. The camera itself is sent only after the server has confirmed that both agree.
    this.send();
    const { state } = this.current;
    if (state.step === 'running') this.beat(state.call).catch(() => {});
  }

  switchOff(part: Partial<SwitchedOff>) {
    const { muted, cameraOff, withoutCamera } = { ...this.current, ...part };
    const off = { muted, cameraOff, withoutCamera };
    rememberSwitchedOff(off);
    this.change(off);
    this.media.switchOff(off);
  }

  dispose() {
    this.stopPeer();
    this.media.close();
    clearInterval(this.heartbeat);
    clearInterval(this.poll);
  }

  private follow(call: VideoCall) {
    const before = this.current.state;
    const state = nextState(before, call, callDevice());
    if (state === before) return;
    this.change({ state, aheadMs: clockAhead(call, Date.now()) });
    if (state.step === 'none' || state.step === 'ended') return this.forget(state);
    if (before.step !== state.step) this.keepAlive(state.step);
    if (state.step !== 'running') return;
    if (before.step !== 'running') this.change({ clear: state.call.clear });
    this.connect();
    this.send();
    this.peer?.follow(state.call);
  }

  /** Opens what is missing for the running call: after a reload the devices, then the connection. */
  private connect() {
    const { state, media } = this.current;
    if (state.step !== 'running' || this.peer || this.isEnding) return;
    if (media.step === 'none') {
      this.rejoining = true;
      void this.media.open(this.current.withoutCamera ? 'voice' : state.call.kind, this.current);
    }
    if (media.step !== 'ready') return;
    const { id } = state.call;
    this.media.switchOff(this.current);
    this.peer = createPeerSession({
      call: state.call,
      tracks: this.media.tracks(this.sendsCamera()),
      rejoins: this.rejoining,
      signal: (generation, sdp) => this.signal(id, generation, sdp),
      onConnection: (connection) => this.connectionChanged(connection),
      onRemote: (remote) => this.change({ remote }),
    });
    this.peer.follow(state.call);
  }
  private rejoining = false;

  private async signal(id: string, generation: number, sdp: string) {
    try {
      const call = await this.api.call('signalVideoCall', { body: { id, generation, sdp } }, this.soon());
      this.follow(call);
      return call;
    } catch {
      return null;
    }
  }

  private connectionChanged(connection: Connection) {
    this.change({ connection });
    const { state } = this.current;
    if (state.step === 'running') this.beat(state.call).catch(() => {});
  }

  private send() {
    this.peer?.send(this.media.tracks(this.sendsCamera()));
  }

  private sendsCamera(): boolean {
    const { state, clear } = this.current;
    return clear && state.step === 'running' && showsClearly(state.call);
  }

  private async beat({ id }: VideoCall) {
    const { clear, connection } = this.current;
    const body = { id, connected: connection === 'connected', clear };
    this.follow(await this.api.call('keepVideoCall', { body }, this.soon()));
  }

  private keepAlive(step: 'incoming' | 'outgoing' | 'running') {
    clearInterval(this.heartbeat);
    clearInterval(this.poll);
    const now = () => (this.current.state.step === 'none' ? null : this.current.state.call);
    if (step !== 'incoming') {
      const beat = () => {
        const call = now();
        if (call) this.beat(call).catch(() => {});
      };
      this.heartbeat = setInterval(beat, step === 'running' ? HEARTBEAT_MS : RINGING_MS);
      // After a reload the other side must not wait for the first interval.
      if (step === 'running') beat();
    }
    this.poll = setInterval(() => {
      if (this.current.connection !== 'connected') this.refresh().catch(() => {});
    }, WAITING_MS);
  }

  private leave() {
    this.forget(noCall);
  }

  private forget(state: CallState = noCall) {
    clearInterval(this.heartbeat);
    clearInterval(this.poll);
    this.stopPeer();
    this.media.close();
    this.isEnding = false;
    this.release();
    this.change({ ...IDLE, state, media: { step: 'none' } });
  }

  private release() {
    releaseCall();
    unclaimCall();
  }

  private stopPeer() {
    this.peer?.close();
    this.peer = null;
    this.rejoining = false;
  }

  private readonly soon = () => ({ signal: AbortSignal.timeout(ANSWER_MS) });
}
