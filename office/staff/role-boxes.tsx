import { type Role, roles } from '#contract/lists/roles.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Checkbox } from '#web/ui/field.tsx';
import styles from './limit-fields.module.css';

export function RoleBoxes({ chosen, onChange }: { chosen: Role[]; onChange: (roles: Role[]) => void }) {
  const { t } = useTranslation('office/frame');
  return (
    <div className={styles['boxes']}>
      {roles.map((role) => (
        <Checkbox
          key={role}
          label={t(`roles.${role}`)}
          checked={chosen.includes(role)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, role] : chosen.filter((each) => each !== role))
          }
        />
      ))}
    </div>
  );
}
