import type { Params } from 'react-router';

/**
 * Set by routes whose scripts load on the first interaction (docs/product.md 15.1). Routes that show live
 * data to members defer for visitors only.
 */
export interface DeferredHandle {
  deferScripts?:
    | boolean
    | ((page: { isVisitor: boolean; params: Params; query: URLSearchParams }) => boolean);
}
