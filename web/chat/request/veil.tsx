import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconEyeOff } from '#web/ui/icons.ts';
import styles from './request.module.css';

/** In place of a request's messages, one of which contains a hidden word. */
export default function Veil({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <div className={styles['veil']}>
      <IconEyeOff size={32} aria-hidden="true" />
      <p>{t('requests.veiled')}</p>
      <Button look="secondary" onClick={onShow}>
        {t('requests.show')}
      </Button>
    </div>
  );
}
