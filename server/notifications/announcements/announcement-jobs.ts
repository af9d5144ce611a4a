export const ANNOUNCE = 'announce';

export const ANNOUNCE_ONE = 'announce-one';
