/** Regroups a stream into chunks of at least `bytes`; the last one may be shorter. */
export async function* inPieces(stream: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let piece: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    piece.push(chunk);
    size += chunk.length;
    if (size < bytes) continue;
    yield Buffer.concat(piece);
    [piece, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(piece);
}
