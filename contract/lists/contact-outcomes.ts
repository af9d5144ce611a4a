/** What happens to a first message that does not meet the recipient's conditions. */
export const contactOutcomes = ['requests', 'refused'] as const;
