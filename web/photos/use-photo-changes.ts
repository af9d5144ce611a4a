import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/membership/user.ts';
import type { Photo } from '#contract/photos/photo.ts';
import { userQuery } from '#web/session/queries.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { toast } from '#web/ui/toasts.tsx';

export interface PhotoChange {
  id: number;
  private?: boolean;
  on_request?: true;
  main?: true;
  position?: number;
}

export function usePhotoChanges() {
  const api = useApi();
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  const key = userQuery.queryKey;
  const show = (photosAfter: (photos: Photo[]) => Photo[]) => {
    const before = queries.getQueryData(key);
    queries.setQueryData(
      key,
      (user: User | null | undefined) =>
        user && { ...user, profile: { ...user.profile, photos: photosAfter(user.profile.photos) } },
    );
    return { before };
  };
  const options = {
    onError(error: unknown, _: unknown, shown: { before: User | null | undefined } | undefined) {
      queries.setQueryData(key, shown?.before);
      toast('error', errorText(error));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  };
  const change = useMutation({
    mutationFn: (body: PhotoChange) => api.call('changePhoto', { body }),
    onMutate: (to: PhotoChange) => show((photos) => changed(photos, to)),
    ...options,
  });
  const remove = useMutation({
    mutationFn: (id: number) => api.call('deletePhoto', { body: { id } }),
    onMutate: (id: number) => show((photos) => photos.filter((photo) => photo.id !== id)),
    ...options,
  });
  return { change, remove };
}

function changed(photos: Photo[], to: PhotoChange): Photo[] {
  const found = photos.find(({ id }) => id === to.id);
  if (!found) return photos;
  const others = photos.filter(({ id }) => id !== to.id);
  if (to.position !== undefined) return others.toSpliced(to.position, 0, found);
  if (to.main) return [{ ...found, main: true }, ...others.map((photo) => ({ ...photo, main: false }))];
  const hidden = to.on_request ?? to.private;
  if (hidden === undefined) return photos;
  return photos.map((photo) =>
    photo === found ? { ...photo, private: hidden, on_request: to.on_request === true } : photo,
  );
}
