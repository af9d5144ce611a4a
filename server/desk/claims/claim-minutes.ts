/** Minutes of inactivity after which another writer may take the conversation. */
export const CLAIM_MINUTES = 10;
