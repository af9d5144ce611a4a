import { type PaymentMethod, paymentMethodTable } from '#contract/lists/payment-methods.ts';
import styles from './method-mark.module.css';

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
      <path d={paymentMethodTable[method].mark} />
    </svg>
  );
}
