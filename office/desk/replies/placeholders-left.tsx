import { placeholdersIn } from '#contract/placeholders.ts';
import { replyPlaceholders } from '#contract/rules/desk-rules.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Alert } from '#web/ui/alert.tsx';

const known: readonly string[] = replyPlaceholders;

/** Names each placeholder that the text still has: without a value for this member, or unknown. */
export function PlaceholdersLeft({ text }: { text: string }) {
  const { t } = useTranslation('office/desk');
  const left = [...new Set(placeholdersIn(text))];
  if (left.length === 0) return null;
  return (
    <Alert tone="warning">
      {left.map((name) => (
        <p key={name}>
          {t(known.includes(name) ? 'replies.no_value' : 'replies.unknown', { placeholder: `{{${name}}}` })}
        </p>
      ))}
    </Alert>
  );
}
