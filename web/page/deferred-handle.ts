import type { Params } from 'react-router';

/**
 * A route whose code loads on the first act only (docs/product.md 15.1) says so in its handle; one that members read too, with
 * what is live about them beside it, defers it for visitors alone.
 */
export interface DeferredHandle {
  deferScripts?: boolean | ((page: { isVisitor: boolean; params: Params; query: URLSearchParams }) => boolean);
}
