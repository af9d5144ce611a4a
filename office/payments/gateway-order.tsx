import { gatewayLabels, type GatewayName } from '#contract/lists/gateways.ts';
import { itemAt } from '#contract/must.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/field.tsx';
import styles from './payments.module.css';

/**
 * The gateways that take a method, in the order in which they are tried, and below them those that are left out. An
 * empty order means every gateway in the order of the product.
 */
export function GatewayOrder({
  method,
  currency,
  gateways,
  order,
  onChange,
}: {
  method: string;
  currency: string;
  gateways: GatewayName[];
  order: readonly GatewayName[];
  onChange(order: GatewayName[]): void;
}) {
  const { t } = useTranslation('office/payments');
  const listed = order.filter((name) => gateways.includes(name));
  const used = listed.length > 0 ? listed : gateways;
  const move = (place: number, by: -1 | 1) =>
    onChange(used.with(place, itemAt(used, place + by)).with(place + by, itemAt(used, place)));
  return (
    <details className={styles['gateways']}>
      <summary>
        {t('catalogue.gateways_of', {
          currency,
          gateways: used.map((name) => gatewayLabels[name]).join(' → '),
        })}
      </summary>
      <ol className={styles['methods']}>
        {[...used, ...gateways.filter((name) => !used.includes(name))].map((name, place) => (
          <li key={name}>
            <Checkbox
              label={gatewayLabels[name]}
              checked={place < used.length}
              disabled={place === 0 && used.length === 1}
              onChange={({ target }) =>
                onChange(target.checked ? [...used, name] : used.filter((other) => other !== name))
              }
            />
            <Button
              look="quiet"
              size="s"
              disabled={place === 0 || place >= used.length}
              aria-label={t('catalogue.gateway_up', { gateway: gatewayLabels[name], method })}
              onClick={() => move(place, -1)}
            >
              ↑
            </Button>
            <Button
              look="quiet"
              size="s"
              disabled={place >= used.length - 1}
              aria-label={t('catalogue.gateway_down', { gateway: gatewayLabels[name], method })}
              onClick={() => move(place, 1)}
            >
              ↓
            </Button>
          </li>
        ))}
      </ol>
    </details>
  );
}
