import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { isGift } from '#contract/rules/chat-rules.ts';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { useGiftList } from './use-gifts.ts';

/**
 * The drawings weigh more than the code around them, so they are loaded with the first gift that is shown.
 */
const GiftShapes = lazyPart(() => import('./gift-shapes.tsx'));

/**
 * A gift as a drawing, or as the picture uploaded in the office. It has no alternative text, because its name
 * is beside it.
 */
export function GiftDrawing({ gift, size }: { gift: string; size: number }) {
  if (!isGift(gift)) return <GiftPicture gift={gift} size={size} />;
  return (
    <svg viewBox="0 0 96 96" width={size} height={size} fill="none" aria-hidden="true">
      <Suspense>
        <GiftShapes gift={gift} />
      </Suspense>
    </svg>
  );
}

function GiftPicture({ gift, size }: { gift: string; size: number }) {
  const { data } = useQuery(useGiftList());
  const picture = data?.gifts.find(({ id }) => id === gift)?.picture;
  return picture ? (
    <img src={picture} alt="" width={size} height={size} style={{ objectFit: 'contain' }} />
  ) : (
    <span style={{ width: size, height: size }} />
  );
}
