import type { ReactNode } from 'react';
import { isLocale, type Locale, localeNames } from '#contract/lists/locales.ts';
import { useSettings } from '#web/session/use-session.ts';
import { Checkbox, Select, Textarea } from '#web/ui/field.tsx';

interface Words {
  language: Locale;
  text: string;
  active: boolean;
}

interface Props {
  value: Words;
  onChange: (part: Partial<Words>) => void;
  texts: { language: string; text: string; hint: string; active: string };
  /** The fault of the text. */
  error: string | undefined;
  maxLength: number;
  children: ReactNode;
}

/** The form fields of a reply template: language, text and whether it is in use. `children` follow the language. */
export function TemplateFields({ value, onChange, texts, error, maxLength, children }: Props) {
  const { languages } = useSettings();
  const { language, text, active } = value;
  return (
    <>
      <Select
        label={texts.language}
        value={language}
        options={[...new Set([...languages, language])].map((each) => ({
          value: each,
          label: localeNames[each],
        }))}
        onChange={({ target }) => isLocale(target.value) && onChange({ language: target.value })}
      />
      {children}
      <Textarea
        label={texts.text}
        hint={texts.hint}
        error={error}
        rows={6}
        lang={language}
        maxLength={maxLength}
        value={text}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      <Checkbox
        label={texts.active}
        checked={active}
        onChange={({ target }) => onChange({ active: target.checked })}
      />
    </>
  );
}
