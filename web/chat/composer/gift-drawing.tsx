import { lazy, Suspense } from 'react';

/** Drawn paths weigh more than the code around them: they come with the first gift that is seen. */
const GiftShapes = lazy(() => import('./gift-shapes.tsx'));

/** A gift as a drawing. Decorative: its name stands beside it. */
export function GiftDrawing({ gift, size }: { gift: string; size: number }) {
  return (
    <svg viewBox="0 0 96 96" width={size} height={size} fill="none" aria-hidden="true">
      <Suspense>
        <GiftShapes gift={gift} />
      </Suspense>
    </svg>
  );
}
