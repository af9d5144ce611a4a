import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconDownload } from '#web/ui/icons.ts';
import { Modal } from '#web/ui/modal.tsx';
import styles from './second-factor.module.css';

export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation('security');
  const save = () => {
    const address = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }));
    Object.assign(document.createElement('a'), { href: address, download: 'recovery-codes.txt' }).click();
    URL.revokeObjectURL(address);
  };
  return (
    <Modal
      open={codes.length > 0}
      onClose={onClose}
      title={t('codes.title')}
      size="s"
      footer={
        <>
          <Button look="secondary" onClick={save} icon={<IconDownload size={20} />}>
            {t('codes.save')}
          </Button>
          <Button onClick={onClose}>{t('codes.kept')}</Button>
        </>
      }
    >
      <p>{t('codes.text')}</p>
      <ul className={styles['codes']}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
