import { useTranslation } from '#web/i18n/translate.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Cropper } from './cropper.tsx';
import type { Picture } from './picture.ts';

export function CropDialog({
  picture,
  onDone,
  onClose,
}: {
  picture: Picture | null;
  onDone: (photo: Blob) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['photos', 'common']);
  return (
    <Modal open={picture !== null} onClose={onClose} title={t('crop.title')}>
      {picture && (
        <Cropper
          key={picture.url}
          picture={picture}
          onDone={onDone}
          onCancel={onClose}
          cancelText={t('cancel', { ns: 'common' })}
        />
      )}
    </Modal>
  );
}
