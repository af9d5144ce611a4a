import type { ReactNode } from 'react';
import type { ProfileCard, ShownProfile } from '#contract/profiles.ts';
import { Gallery } from '#web/photos/gallery.tsx';

interface ProfilePhotosProps {
  member: ShownProfile;
  card?: ProfileCard | undefined;
  /** On the owner's page "Who can see me". */
  shownAs?: 'visitor' | 'member';
  labels: ReactNode;
  caption: ReactNode;
}

export function ProfilePhotos({ member, card, shownAs, labels, caption }: ProfilePhotosProps) {
  const photos = visiblePhotos(member);
  const cached = card?.main_image?.thumb_filename;
  return (
    <Gallery
      photos={photos}
      profile={member}
      shownAs={shownAs}
      labels={labels}
      caption={caption}
      sizes="(min-width: 768px) 500px, 100vw"
      placeholder={cached === photos[0]?.thumb_filename ? cached : undefined}
    />
  );
}

/** Photos as others see them, without the owner's photos that wait for review. */
function visiblePhotos({ photos, main_image: image }: ShownProfile) {
  const active = photos.filter(({ status }) => status === 'active');
  if (active.length > 0 || image?.status !== 'active') return active;
  return [{ id: 0, ...image, private: false, on_request: false, locked: false, main: true }];
}
