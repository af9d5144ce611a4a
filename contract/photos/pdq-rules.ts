/** PDQ hashes of one picture differ in at most this many of 256 bits, by the authors of PDQ. */
export const SAME_PDQ_BITS = 31;

/** Hashes of pictures with less detail (0 to 100) match others by chance. */
export const LEAST_PDQ_QUALITY = 50;
