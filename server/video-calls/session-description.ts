import { refuse } from '../platform/http/refusal.ts';

const NO_ADDRESS = new Set(['0.0.0.0', '::', '127.0.0.1', '::1']);

/**
 * Throws `bad_request` for a session description that names an address of the member: a candidate that is no relay, or
 * the address behind one. Browsers leave these out with `iceTransportPolicy: 'relay'`; a changed client might not.
 */
export function assertRelayOnly(sdp: string): void {
  if (!sdp.startsWith('v=0') || !isRelayOnly(sdp.split(/\r\n|\r|\n/))) throw refuse('bad_request');
}

function isRelayOnly(lines: string[]): boolean {
  const candidates = lines.filter((line) => /candidate:/i.test(line));
  const relays = new Set<string>();
  for (const line of candidates) {
    const words = line.trim().split(/\s+/);
    const valueAfter = (name: string) => words[words.findIndex((word) => word.toLowerCase() === name) + 1];
    if (!words.includes('typ') || valueAfter('typ') !== 'relay') return false;
    if (words.includes('raddr') && !NO_ADDRESS.has(valueAfter('raddr') ?? '')) return false;
    const address = words[4];
    if (address !== undefined) relays.add(address);
  }
  if (lines.some((line) => /\btyp\s+(?!relay\b)/i.test(line) || /^a=remote-candidates/i.test(line)))
    return false;
  return lines.every((line) => {
    const address = /\bIN IP[46] (\S+)/i.exec(line)?.[1]?.split('/')[0];
    return address === undefined || NO_ADDRESS.has(address) || relays.has(address);
  });
}
