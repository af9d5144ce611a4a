import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  /** Path inside the archive, with slashes. */
  name: string;
  content: Uint8Array;
  /** Photos are compressed already. */
  stored?: boolean;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** 2.0 is all that deflate needs; bit 11 says that names are UTF-8. */
const VERSION = 20;
const UTF8 = 0x0800;
/** 1 January 1980, the format's first day: archives of the same data are the same bytes. */
const DOS_DATE = 33;

/** A ZIP archive piece by piece, each entry read only when its turn comes. Below 4 GB and 65,535 entries. */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, content, stored = false } of entries) {
    const path = Buffer.from(name, 'utf8');
    const packed = stored ? Buffer.from(content) : deflateRawSync(content);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(VERSION, 0);
    facts.writeUInt16LE(UTF8, 2);
    facts.writeUInt16LE(stored ? 0 : 8, 4);
    facts.writeUInt16LE(DOS_DATE, 8);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(path.length, 22);

    const entry = Buffer.concat([signature(LOCAL), facts, path, packed]);
    directory.push(centralEntry(facts, path, offset));
    offset += entry.length;
    yield entry;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  yield Buffer.concat([central, signature(END), end]);
}

function centralEntry(facts: Buffer, path: Buffer, offset: number): Buffer {
  const made = Buffer.alloc(2);
  made.writeUInt16LE(VERSION, 0);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([signature(CENTRAL), made, facts, rest, path]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value, 0);
  return bytes;
}
