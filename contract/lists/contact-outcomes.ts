export const contactOutcomes = ['requests', 'refused'] as const;
