import { useTranslation } from '#web/i18n/translate.tsx';
import { useSettings } from '#web/session/use-session.ts';
import { IconReload, IconReceipt, IconShield } from '#web/ui/icons.ts';
import styles from './assurance.module.css';

export function Assurance() {
  const { t } = useTranslation('credits');
  const { refund_days } = useSettings();
  const promises = [
    { icon: <IconReceipt size={24} />, title: t('assurance.once'), text: t('assurance.once_text') },
    {
      icon: <IconReload size={24} />,
      title: t('assurance.refund', { days: refund_days }),
      text: t('assurance.refund_text'),
    },
    { icon: <IconShield size={24} />, title: t('assurance.discreet'), text: t('assurance.discreet_text') },
  ];
  return (
    <ul className={styles['promises']}>
      {promises.map(({ icon, title, text }) => (
        <li key={title}>
          <span aria-hidden="true">{icon}</span>
          <div>
            <strong>{title}</strong>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
