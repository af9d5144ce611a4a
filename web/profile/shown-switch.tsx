import type { DetailField } from '#contract/profile-fields.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconEye, IconEyeOff } from '#web/ui/icons.ts';
import type { ProfileForm } from './profile-form.ts';
import styles from './shown-switch.module.css';

interface ShownSwitchProps extends Pick<ProfileForm, 'draft' | 'change'> {
  field: DetailField;
}

export function ShownSwitch({ field, draft, change }: ShownSwitchProps) {
  const { t } = useTranslation(['my_profile', 'profile']);
  const isShown = !draft.hidden_fields.includes(field);
  const others = draft.hidden_fields.filter((one) => one !== field);
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isShown}
      aria-label={t('shown.switch', { field: t(`profile:field.${field}`) })}
      title={t(isShown ? 'shown.on' : 'shown.off')}
      className={styles['switch']}
      onClick={() => change({ hidden_fields: isShown ? [...others, field] : others })}
    >
      {isShown ? <IconEye size={18} aria-hidden="true" /> : <IconEyeOff size={18} aria-hidden="true" />}
      {!isShown && <span aria-hidden="true">{t('shown.off')}</span>}
    </button>
  );
}
