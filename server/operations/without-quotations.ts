/** Minified React messages consist of a number and a URL that explains it. */
const REACT = /^Minified React error #\d+/;

/**
 * An error's message without what it quotes, addresses and long numbers, because people may have typed them: for logs
 * and the office.
 */
export function withoutQuotations(message: string): string {
  const known = REACT.exec(message);
  if (known) return known[0];
  return message
    .replace(/(["'`“”‘’«»]).*(["'`“”‘’«»])/gs, '…')
    .replace(/\S+@\S+/g, '…')
    .replace(/\d{3,}/g, '…')
    .replace(/\s+/g, ' ')
    .slice(0, 120);
}
