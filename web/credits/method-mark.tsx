import type { PaymentMethod } from '#contract/enums.ts';
import styles from './method-mark.module.css';

/**
 * A neutral mark for each payment method: drawn for this site in lines of one colour, so that no owner's logo is copied.
 * Beside it always stands the method's name.
 */
export function MethodMark({ method }: { method: PaymentMethod }) {
  return (
    <svg
      className={styles['mark']}
      viewBox="0 0 48 32"
      width="48"
      height="32"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={drawings[method]} />
    </svg>
  );
}

const frame = 'M12 9h24a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H12a2 2 0 0 1-2-2V11a2 2 0 0 1 2-2';
const card = `${frame}M10 14h28M14 20h6`;
const circles = 'M20 9a7 7 0 1 0 0 14a7 7 0 1 0 0-14M28 9a7 7 0 1 0 0 14a7 7 0 1 0 0-14';
const bank = 'M12 14l12-6 12 6zM15 17v6M21 17v6M27 17v6M33 17v6M12 25h24';
const phone = 'M20 6h8a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2M23 23h2';

const drawings: Record<PaymentMethod, string> = {
  creditcard: card,
  visa: `${frame}M19 13l5 7 5-7`,
  mastercard: circles,
  maestro: `${circles}M24 12v8`,
  dankort: `${frame}M21 13v7h2.5a3.5 3.5 0 0 0 0-7z`,
  cartebancaire: `${frame}M21 14a3 3 0 1 0 0 5M27 13v7h3a2 2 0 0 0 0-3.5a1.8 1.8 0 0 0 0-3.5z`,
  nexi: 'M13 22V10l8 12V10M27 22l8-12M27 10l8 12',
  ideal: 'M16 8h9a8 8 0 0 1 0 16h-9zM21 16v4M21 12v.01',
  bancontact: 'M10 21h12l6-8h10M10 13h9l4-4h15M25 23h13',
  paypal: 'M18 24l3-16h7a5 5 0 0 1 0 10h-5M15 26l1-5M23 25l1.2-7',
  applepay: `${phone}M33 12a6 6 0 0 1 0 8M36 9a10 10 0 0 1 0 14`,
  paysafecard: 'M17 15v-3a7 7 0 0 1 14 0v3M14 15h20v10H14zM24 19v2',
  sdd: `${bank}`,
  sct: 'M11 12h22M28 7l5 5-5 5M37 20H15M20 15l-5 5 5 5',
  sofort: 'M26 6l-9 11h7l-2 9 9-12h-7z',
  giropay: 'M12 16a6 6 0 1 0 6-6M12 16h6M26 22V10l10 6z',
  eps: 'M17 12h-5v8h5M12 16h4M21 23v-11h3a2.5 2.5 0 0 1 0 5h-3M36 12h-3a2 2 0 0 0 0 4h1a2 2 0 0 1 0 4h-4',
  prezelewy24: 'M11 21h12M18 16l5 5-5 5M37 11H25M30 6l-5 5 5 5',
  blik: 'M14 8v16M14 16h4a4 4 0 0 1 0 8h-4M26 24V13M31 24v-6M36 24V9M26 9v.01',
  swish: 'M31 10a8 8 0 0 0-14 4M17 22a8 8 0 0 0 14-4M31 6v4h-4M17 26v-4h4',
  twint: 'M24 7l9 16H15zM24 14v5',
  vipps: 'M13 13c3 8 14 10 22-1M17 8v.01M30 8v.01',
  mobilepay: `${phone}M21 14l2 3 4-5`,
  satispay: 'M15 10l6 6-6 6M23 10l6 6-6 6M31 10l4 6-4 6',
};
