import { LRUCache } from 'lru-cache';

/**
 * An LRU cache whose memory grows with its entries. Given `max`, LRUCache reserves room for all of them at once, 3 MB
 * for 100,000; writes are 100 ns faster then.
 */
export const growingCache = <Key extends {}, Value extends {}>(
  most: number,
  options: { ttl?: number } = {},
): LRUCache<Key, Value> => new LRUCache({ maxSize: most, sizeCalculation: () => 1, ...options });
