/** Where the browser keeps what a member spent. Without it, the reminder and its rules need not be loaded. */
export const spendsKey = (member: number) => `spends:${member}`;
