import { parentPort, workerData } from 'node:worker_threads';
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  MP4,
  Mp4OutputFormat,
  OGG,
  Output,
  WEBM,
  type InputAudioTrack,
} from 'mediabunny';
import { must } from '#contract/must.ts';

// Rewrites one recording as MP4 in a worker thread, which `remux-voice.ts` terminates if it takes too long. Only the
// audio packets are copied, so nothing else of the upload reaches another member.

export type VoiceAnswer =
  | { content: Uint8Array<ArrayBuffer>; durationMs: number }
  | { error: 'unreadable' | 'silent' | 'too_long' };

const { content, mostSeconds } = workerData as { content: Uint8Array; mostSeconds: number };

/** AAC-LC, HE-AAC and HE-AAC v2. */
const AAC = ['mp4a.40.2', 'mp4a.40.5', 'mp4a.40.29'];
/** Shorter ones are touches of the button by mistake. */
const LEAST_SECONDS = 0.5;
/** An Opus packet of digital silence has up to three bytes, one of a quiet room has twenty and more. */
const SILENT_OPUS_BYTES = 8;

async function remux(): Promise<VoiceAnswer> {
  const found = await onlyTrack();
  if (!found) return { error: 'unreadable' };
  const { track, codec, decoderConfig } = found;
  const packets = await packetsOf(track);
  if (packets === 'too_long') return { error: 'too_long' };
  const seconds = packets.at(-1)?.end ?? 0;
  const isSilent = codec === 'opus' && packets.every(({ packet }) => packet.byteLength <= SILENT_OPUS_BYTES);
  if (seconds < LEAST_SECONDS || isSilent) return { error: 'silent' };

  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  for (const { packet } of packets) await source.add(packet, { decoderConfig });
  await output.finalize();
  return {
    content: new Uint8Array(must(target.buffer, 'remuxed recording')),
    durationMs: Math.round(seconds * 1000),
  };
}

/** The track of a recording. Null unless the file is a supported container with one audio track in a supported codec. */
async function onlyTrack() {
  const input = new Input({ source: new BufferSource(content), formats: [MP4, WEBM, OGG] });
  const [track, ...others] = (await input.canRead()) ? await input.getTracks() : [];
  if (!track?.isAudioTrack() || others.length > 0) return null;
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()];
  if (!decoderConfig || decoderConfig.numberOfChannels > 2 || decoderConfig.sampleRate > 48_000) return null;
  if (codec === 'opus' || (codec === 'aac' && AAC.includes(decoderConfig.codec)))
    return { track, codec, decoderConfig };
  return null;
}

/** The packets in their order, moved to the time 0. */
async function packetsOf(
  track: InputAudioTrack,
): Promise<{ packet: EncodedPacket; end: number }[] | 'too_long'> {
  const packets: { packet: EncodedPacket; end: number }[] = [];
  let start: number | null = null;
  for await (const { data, timestamp, duration } of new EncodedPacketSink(track).packets()) {
    start ??= timestamp;
    const at = timestamp - start;
    // Also catches a packet that claims hours, before the next one is read.
    if (at + duration > mostSeconds) return 'too_long';
    if (at < (packets.at(-1)?.packet.timestamp ?? 0)) throw new Error('packets are out of order');
    packets.push({ packet: new EncodedPacket(data, 'key', at, duration), end: at + duration });
  }
  return packets;
}

const port = must(parentPort, 'parent of this worker');
const answer = await remux().catch((): VoiceAnswer => ({ error: 'unreadable' }));
port.postMessage(answer, 'content' in answer ? [answer.content.buffer] : []);
