import type { PageAssets } from '#web/page/page-assets.ts';

/** What the boot script of a page with deferred scripts needs to start the app. */
export type DeferredStart = Pick<PageAssets, 'entry' | 'modules'>;
