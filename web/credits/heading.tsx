import type { TFunction } from 'i18next';
import { Trans } from '#web/i18n/translate.tsx';

/** A heading whose text may stress a word with `<em>`. */
export const Heading = ({ t, text }: { t: TFunction<never>; text: string }) => (
  <Trans t={t} i18nKey={text} components={{ em: <em /> }} />
);
