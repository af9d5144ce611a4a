import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { useAskForPhotos } from './use-photo-access.ts';

export default function LockedOnRequest({
  profile,
  isAsked,
}: {
  profile: { id: number; name: string };
  isAsked: boolean;
}) {
  const { t } = useTranslation('photos');
  const ask = useAskForPhotos(profile.id);
  const { name } = profile;
  return (
    <>
      <p role="status">{t(isAsked ? 'gallery.asked' : 'gallery.request_text', { name })}</p>
      {!isAsked && (
        <Button busy={ask.isPending} onClick={() => ask.mutate()}>
          {t('gallery.ask')}
        </Button>
      )}
    </>
  );
}
