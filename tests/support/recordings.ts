import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  WebMOutputFormat,
  type OutputFormat,
} from 'mediabunny';
import { must } from '#contract/must.ts';

const formats = {
  webm: () => new WebMOutputFormat(),
  mp4: () => new Mp4OutputFormat(),
  ogg: () => new OggOutputFormat(),
} satisfies Record<string, () => OutputFormat>;

export interface RecordingOptions {
  container?: keyof typeof formats;
  codec?: 'opus' | 'aac' | 'mp3';
  seconds?: number;
  /** Of each packet. A packet of digital silence has three. */
  bytes?: number;
  tracks?: number;
  video?: boolean;
  title?: string;
}

const configs = {
  opus: {
    codec: 'opus',
    sampleRate: 48_000,
    numberOfChannels: 1,
    // The identification header: version 1, one channel, 48,000 Hz.
    description: Buffer.from('4f707573486561640101380180bb0000000000', 'hex'),
  },
  // AAC-LC with 48,000 Hz and one channel.
  aac: {
    codec: 'mp4a.40.2',
    sampleRate: 48_000,
    numberOfChannels: 1,
    description: Uint8Array.of(0x11, 0x88),
  },
  mp3: { codec: 'mp3', sampleRate: 48_000, numberOfChannels: 1 },
};

const packetSeconds = { opus: 0.02, aac: 1024 / 48_000, mp3: 1152 / 48_000 };

/** The file of a recording as browsers make it. Its packets have the right header and otherwise arbitrary content. */
export async function recording({
  container = 'webm',
  codec = 'opus',
  seconds = 3,
  bytes = 60,
  tracks = 1,
  video = false,
  title,
}: RecordingOptions = {}): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: formats[container](), target });
  const audio = Array.from({ length: tracks }, () => new EncodedAudioPacketSource(codec));
  for (const source of audio) output.addAudioTrack(source);
  const picture = video ? new EncodedVideoPacketSource('vp8') : null;
  if (picture) output.addVideoTrack(picture);
  if (title !== undefined) output.setMetadataTags({ title });
  await output.start();
  const each = packetSeconds[codec];
  for (let n = 0; n < Math.round(seconds / each); n++)
    for (const source of audio)
      await source.add(new EncodedPacket(packet(codec, bytes, n), 'key', n * each, each), {
        decoderConfig: configs[codec],
      });
  await picture?.add(new EncodedPacket(new Uint8Array(40), 'key', 0, 1), {
    decoderConfig: { codec: 'vp8', codedWidth: 16, codedHeight: 16 },
  });
  await output.finalize();
  return Buffer.from(must(target.buffer, 'recording'));
}

function packet(codec: keyof typeof configs, bytes: number, n: number): Uint8Array {
  const data = new Uint8Array(bytes).map((_, place) => (place * 31 + n * 7) % 256);
  // The table of contents of Opus: CELT, 20 ms, one channel, one frame.
  if (codec === 'opus') data[0] = 0xf8;
  // An MPEG frame header: version 1, layer III, 128 kbit/s, 48,000 Hz.
  if (codec === 'mp3') data.set([0xff, 0xfb, 0x94, 0xc4]);
  return data;
}

/** A waveform as a browser sends it. */
export const WAVEFORM = '0123456789abcdef'.repeat(4);
