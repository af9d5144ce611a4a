/** The VAT that an amount includes, rounded to the cent. */
export const vatOf = (amountCents: number, percentage: number): number => Math.round((amountCents * percentage) / (100 + percentage));
