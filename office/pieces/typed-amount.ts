/**
 * Parses a typed amount with a decimal comma or point; null if empty. Invalid input is passed on for the
 * server to reject.
 */
export function amountOf(text: string | undefined): string | null {
  const trimmed = (text ?? '').trim().replace(',', '.');
  if (trimmed === '') return null;
  const value = Number(trimmed);
  return Number.isFinite(value) && value >= 0 ? value.toFixed(2) : trimmed;
}
