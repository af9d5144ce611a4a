/** Where the server's bundle begins. */
export const bundle: string;
