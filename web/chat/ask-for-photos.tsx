import { useTranslation } from '#web/i18n/translate.tsx';
import { useAskForPhotos } from '#web/photos/access/use-photo-access.ts';
import { IconPhotos } from '#web/ui/icons.ts';
import { toast } from '#web/ui/toasts.tsx';

export default function AskForPhotos({ profile }: { profile: { id: number; name: string } }) {
  const { t } = useTranslation('chat');
  const ask = useAskForPhotos(profile.id, () => toast('success', t('photos.sent', { name: profile.name })));
  return (
    <button type="button" disabled={ask.isPending} onClick={() => ask.mutate()}>
      <IconPhotos size={18} aria-hidden="true" />
      {t('photos.ask')}
    </button>
  );
}
