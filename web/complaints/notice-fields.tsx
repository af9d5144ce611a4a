import type { ReactNode } from 'react';
import { type ComplaintCategory, complaintCategories } from '#contract/lists/complaints.ts';
import { itemOf } from '#contract/lists/item-of.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Select, Textarea, TextInput } from '#web/ui/field.tsx';

export interface Notice {
  category: ComplaintCategory | '';
  text: string;
  contentUrl: string;
}

interface Props {
  value: Notice;
  onChange(part: Partial<Notice>): void;
  categories?: readonly ComplaintCategory[];
  /** Advice about the chosen category. */
  advice?: ReactNode;
  place: 'hidden' | 'optional' | 'required';
  /** The form was submitted, so required fields that are empty are marked. */
  tried: boolean;
  /** The server's errors by field. */
  faults: Partial<Record<string, string>>;
}

/** The fields of a notice of illegal content (DSA article 16): the reason, the address of the content and the text. */
export function NoticeFields({
  value: { category, text, contentUrl },
  onChange,
  categories = complaintCategories,
  advice,
  place,
  tried,
  faults,
}: Props) {
  const { t } = useTranslation('complaints');
  const { fieldText } = useErrorText();
  const missing = (value: string) => (tried && !value.trim() ? fieldText('required') : undefined);
  return (
    <>
      <Select
        label={t('category')}
        required
        value={category}
        placeholder={t('choose')}
        error={missing(category)}
        onChange={({ target }) => onChange({ category: itemOf(categories, target.value) ?? '' })}
        options={categories.map((value) => ({ value, label: t(`categories.${value}`) }))}
      />
      {advice}
      {place !== 'hidden' && (
        <TextInput
          label={t('content_url')}
          hint={t('content_url_hint')}
          error={(place === 'required' ? missing(contentUrl) : undefined) ?? faults['content_url']}
          required={place === 'required'}
          inputMode="url"
          autoComplete="off"
          maxLength={2000}
          value={contentUrl}
          onChange={({ target }) => onChange({ contentUrl: target.value })}
        />
      )}
      <Textarea
        label={t('text')}
        hint={t('text_hint')}
        error={missing(text) ?? faults['text']}
        required
        rows={6}
        maxLength={5000}
        value={text}
        onChange={({ target }) => onChange({ text: target.value })}
      />
    </>
  );
}
