import { persistentStorage } from '#web/page/browser-storage.ts';

/**
 * localStorage flag that says whether a member may have unsent messages, so that neither the database nor its code
 * need be loaded.
 */
export const unsentMark = (member: number) => `unsent:${member}`;
export const mayHaveUnsent = (member: number): boolean => persistentStorage.get(unsentMark(member)) !== null;
