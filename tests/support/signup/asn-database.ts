import { isIPv4 } from 'node:net';
import { itemAt } from '#contract/must.ts';

/**
 * A database of network operators in MaxMind's format (MMDB 2.0) with these IPv4 networks, as `ASN_DATABASE` reads one. Its tree has
 * records of 32 bits; each network is a path of bits to the operator's number in the section of data.
 */
export function asnDatabase(networks: Record<string, number>): Buffer {
  const data: Buffer[] = [];
  const places = new Map<string, number>();
  let size = 0;
  for (const [network, asn] of Object.entries(networks)) {
    const row = map({ autonomous_system_number: number32(asn) });
    places.set(network, size);
    data.push(row);
    size += row.length;
  }
  const nodes: [Branch, Branch][] = [[null, null]];
  for (const network of Object.keys(networks)) {
    const [address = '', length = '32'] = network.split('/');
    if (!isIPv4(address)) throw new Error(`${network} is not an IPv4 network`);
    const bits = address
      .split('.')
      .flatMap((byte) => [...Number(byte).toString(2).padStart(8, '0')].map(Number));
    let node = 0;
    for (const [depth, bit] of bits.slice(0, Number(length)).entries()) {
      const branches = itemAt(nodes, node);
      if (depth === Number(length) - 1) branches[bit] = { data: places.get(network) ?? 0 };
      else {
        const known = branches[bit];
        if (known && 'node' in known) node = known.node;
        else {
          nodes.push([null, null]);
          node = nodes.length - 1;
          branches[bit] = { node };
        }
      }
    }
  }
  const tree = Buffer.concat(nodes.flat().map((branch) => uint32(recordOf(branch, nodes.length))));
  const metadata = map({
    node_count: number32(nodes.length),
    record_size: number32(32),
    ip_version: number32(4),
    database_type: text('Test-ASN'),
    languages: Buffer.from([0x00, 0x04]),
    binary_format_major_version: number32(2),
    binary_format_minor_version: number32(0),
    build_epoch: number32(1_764_460_800),
    description: map({ en: text('Test') }),
  });
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    ...data,
    Buffer.from('abcdef4d61784d696e642e636f6d', 'hex'),
    metadata,
  ]);
}

type Branch = { node: number } | { data: number } | null;

/** Beyond the nodes, a record equal to their count means nothing, and a higher one is a place in the data after 16 zero bytes. */
const recordOf = (branch: Branch, count: number): number =>
  branch === null ? count : 'node' in branch ? branch.node : count + 16 + branch.data;

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const number32 = (value: number) => Buffer.concat([Buffer.from([0xc4]), uint32(value)]);
const text = (value: string) => Buffer.concat([Buffer.from([0x40 + shortLength(value)]), Buffer.from(value)]);

function map(entries: Record<string, Buffer>): Buffer {
  const pairs = Object.entries(entries);
  return Buffer.concat([
    Buffer.from([0xe0 + pairs.length]),
    ...pairs.flatMap(([key, value]) => [text(key), value]),
  ]);
}

function shortLength(value: string): number {
  if (value.length > 28) throw new Error(`${value} is longer than a short string`);
  return value.length;
}
