/**
 * The part of a file of `size` bytes that a `Range` header asks for. Null for the whole file: without a header, with an
 * invalid one, and with several ranges, which a server may ignore (RFC 9110, 14.2).
 */
export function byteRange(
  header: string | undefined,
  size: number,
): { first: number; last: number } | 'unsatisfiable' | null {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return null;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < first) return null;
  return first < size && first <= last ? { first, last } : 'unsatisfiable';
}
