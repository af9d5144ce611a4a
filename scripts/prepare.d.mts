/** Where the server's bundle begins. */
export const bundle: string;
/** Flags of the Node that serves. */
export const serverFlags: string[];
