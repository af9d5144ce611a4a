import { lazyPart } from '#web/page/lazy-part.ts';

export const BlockDialog = lazyPart(async () => ({
  default: (await import('./block-dialog.tsx')).BlockDialog,
}));
