import type { TFunction } from 'i18next';
import { Trans } from '#web/i18n/translate.tsx';

export const Heading = ({ t, text }: { t: TFunction<never>; text: string }) => (
  <Trans t={t} i18nKey={text} components={{ em: <em /> }} />
);
