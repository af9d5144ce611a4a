import type { Params } from 'react-router';

/**
 * Set by routes whose scripts load on the first interaction (docs/product.md 15.1). Routes that show live
 * data to members only defer for visitors.
 */
export interface DeferredHandle {
  deferScripts?:
    | boolean
    | ((page: { isVisitor: boolean; params: Params; query: URLSearchParams }) => boolean);
}
