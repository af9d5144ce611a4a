/** In the tab's storage while it is in a call: the id under which the server knows the tab, also after a reload. */
export const CALL_DEVICE = 'video-call-device';

/** Tells the slot in the shell, which loads the calls, that the member wants one. */
export const WANTED_EVENT = 'video-call-wanted';
