import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { IconBookmark } from '#web/ui/icons.ts';
import styles from './saved-search-chips.module.css';

/** Saves the search on the screen, and leads to those saved before. */
export function SavedSearchChips({ onSave }: { onSave: () => void }) {
  const { t } = useTranslation('saved_searches');
  return (
    <>
      <Chip icon={<IconBookmark size={18} aria-hidden="true" />} onClick={onSave} aria-haspopup="dialog">
        {t('save')}
      </Chip>
      <Link to="/saved-searches" className={styles['all']}>
        {t('all')}
      </Link>
    </>
  );
}
