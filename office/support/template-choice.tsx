import { useTranslation } from '#web/i18n/translate.tsx';
import { Select } from '#web/ui/field.tsx';
import type { Templates } from './use-templates.ts';

interface Props {
  templates: Templates;
  onChoose: (words: string) => void;
}

export function TemplateChoice({ templates: { field, offered }, onChoose }: Props) {
  const { t } = useTranslation('office/support');
  if (offered.length === 0) return null;
  return (
    <Select
      ref={field}
      label={t('templates.choose')}
      hideLabel
      value=""
      placeholder={t('templates.choose')}
      onChange={({ target }) => {
        const chosen = offered.find(({ id }) => id === target.value);
        if (chosen) onChoose(chosen.words);
      }}
      options={offered.map(({ id, title }) => ({ value: id, label: title }))}
    />
  );
}
