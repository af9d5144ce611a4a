import type { Message } from '#contract/chat/conversations.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { wholePicture } from '#web/ui/pictures/picture-style.ts';
import styles from './bubble.module.css';

interface WholeImageProps {
  image: NonNullable<Message['image']>;
  own: boolean;
  onClose: () => void;
}

export default function WholeImage({ image, own, onClose }: WholeImageProps) {
  const { t } = useTranslation('chat');
  return (
    <Modal open onClose={onClose} title={t('image.open')} hideTitle size="l">
      <img
        className={styles['whole']}
        src={image.filename ?? undefined}
        style={wholePicture(image, '80dvh')}
        alt={t(own ? 'image.own' : 'image.theirs')}
        width={image.width}
        height={image.height}
      />
    </Modal>
  );
}
