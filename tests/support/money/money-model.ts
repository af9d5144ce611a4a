// A reference model of a member's money in plain numbers: the required result of any sequence of orders,
// notifications, messages, gifts, refunds and polls. It was written from docs/product.md 13.1 without looking
// at the server's code. It has no time and no database.

export type Outcome = 'paid' | 'failed' | 'cancelled' | 'pending' | 'chargeback' | 'refunded';

export type Choice = 'paid' | 'failed' | 'cancelled' | 'pending' | 'chargeback';

export type Command =
  | { do: 'start'; slot: number }
  | {
      do: 'notify';
      slot: number;
      outcome: Outcome;
      times: number;
      forged?: 'signature' | 'amount' | 'currency' | 'member' | 'reference';
    }
  | { do: 'choose'; slot: number; choice: Choice }
  | { do: 'poll'; expire: boolean }
  | { do: 'text'; id: number }
  | { do: 'gift'; id: number }
  | { do: 'grant'; key: number; credits: number }
  | { do: 'withdraw'; slot: number; statement: number }
  | { do: 'send refunds' };

/** An order in one of the model's slots, the same for every member. */
export interface Slot {
  package: number;
  credits: number;
  cents: number;
  /** True if the order uses the discount code that a member may use once. */
  discounted: boolean;
}

interface Refund {
  credits: number;
  cents: number;
  status: 'pending' | 'by_hand' | 'completed' | 'declined';
}

interface Payment {
  status: 'pending' | 'completed' | 'failed' | 'cancelled';
  chargedBack: boolean;
  refunded: boolean;
  refunds: Refund[];
  book: 'open' | Outcome;
  closed: boolean;
  /** True if another order supersedes this one, which is still polled because it may be paid anyway. */
  watched: boolean;
  /** True if the gateway has refunded more than the site requested. */
  restNoted: boolean;
  /** True if the member withdrew before payment. A payment that arrives anyway is refunded. */
  withdrawn: boolean;
  givenBack: number;
}

export interface Money {
  credits: number;
  debt: number;
  premium: boolean;
  codeUsed: boolean;
  /** Number of entries that took credits back after a chargeback. */
  chargebacks: number;
  freeUsed: number;
  payments: (Payment | null)[];
  /** Credits received, oldest first. The `kept` credits of an order fall when some are taken back. */
  lots: { slot: number | null; kept: number }[];
  /** Price of each acknowledged message, by its client id. */
  sent: Record<string, number>;
  grants: Record<number, true>;
  statements: Record<string, string>;
}

export const slots: Slot[] = [
  { package: 1, credits: 20, cents: 999, discounted: false },
  { package: 2, credits: 50, cents: 1999, discounted: false },
  { package: 1, credits: 20, cents: 500, discounted: true },
  { package: 2, credits: 50, cents: 1000, discounted: true },
];

export const nothingYet = (): Money => ({
  credits: 0,
  debt: 0,
  premium: false,
  codeUsed: false,
  chargebacks: 0,
  freeUsed: 0,
  payments: slots.map(() => null),
  lots: [],
  sent: {},
  grants: {},
  statements: {},
});

const FREE_MESSAGES = 5;

const isBooked = (status: Refund['status']) =>
  status === 'pending' || status === 'by_hand' || status === 'completed';

export function apply(money: Money, command: Command): string {
  switch (command.do) {
    case 'start':
      return start(money, command.slot);
    case 'notify': {
      const payment = money.payments[command.slot];
      if (!payment) return 'skipped';
      if (command.forged) return command.forged === 'signature' ? 'bad_request' : 'conflict';
      settle(money, command.slot, command.outcome);
      return 'OK';
    }
    case 'choose':
      return choose(money.payments[command.slot] ?? null, command.choice);
    case 'poll':
      for (const slot of slots.keys()) pollSlot(money, slot, command.expire);
      return 'polled';
    case 'text':
    case 'gift':
      return send(money, command.do, command.id);
    case 'grant':
      if (!money.grants[command.key]) {
        money.grants[command.key] = true;
        comeIn(money, null, command.credits);
      }
      return `${money.credits} ${money.debt}`;
    case 'withdraw':
      return withdraw(money, command.slot, command.statement);
    case 'send refunds':
      for (const [slot, payment] of money.payments.entries())
        if (payment) sendRefunds(payment, slots[slot]!.cents);
      return 'sent';
  }
}

function start(money: Money, slot: number): string {
  const known = money.payments[slot];
  if (known) return known.status;
  if (slots[slot]!.discounted) {
    if (money.codeUsed) return 'code_used';
    closeOthers(money, slot);
  }
  money.payments[slot] = {
    status: 'pending',
    chargedBack: false,
    refunded: false,
    refunds: [],
    book: 'open',
    closed: false,
    watched: false,
    restNoted: false,
    withdrawn: false,
    givenBack: 0,
  };
  return 'pending';
}

/**
 * Only one order may be paid with the code. The others are cancelled, and closed at the gateway where
 * possible.
 */
function closeOthers(money: Money, except: number): void {
  for (const [slot, other] of money.payments.entries()) {
    if (!other || slot === except || !slots[slot]!.discounted || other.status === 'completed') continue;
    if (other.status === 'pending') other.status = 'cancelled';
    close(other);
    other.watched = !other.closed;
  }
}

function close(payment: Payment): void {
  if (payment.book === 'paid' || payment.book === 'chargeback' || payment.book === 'refunded') return;
  payment.book = 'cancelled';
  payment.closed = true;
}

const mayBecome: Record<Payment['book'], Choice[]> = {
  open: ['paid', 'failed', 'cancelled', 'pending'],
  pending: ['pending', 'paid', 'failed', 'cancelled'],
  failed: ['failed', 'paid', 'pending'],
  cancelled: ['cancelled', 'paid', 'pending'],
  paid: ['paid', 'chargeback'],
  chargeback: ['chargeback'],
  refunded: [],
};

function choose(payment: Payment | null, choice: Choice): string {
  if (!payment) return 'skipped';
  if (payment.closed || !mayBecome[payment.book].includes(choice)) return 'conflict';
  payment.book = choice;
  return 'chosen';
}

export const isDue = (payment: Payment | null | undefined): boolean =>
  payment?.status === 'pending' || payment?.watched === true;

/**
 * Queries the gateway about one order, and expires an unpaid one. `claimed` means that it was due when the
 * poller claimed it.
 */
export function pollSlot(money: Money, slot: number, expire: boolean, claimed = false): void {
  const payment = money.payments[slot];
  if (!payment || !(claimed || isDue(payment))) return;
  payment.watched = false;
  if (payment.book !== 'open' && payment.book !== 'pending') return settle(money, slot, payment.book);
  if (!expire) return;
  close(payment);
  if (payment.status === 'pending') payment.status = 'cancelled';
}

/** A received payment takes precedence over failures, is credited once, and reversed at most once. */
function settle(money: Money, slot: number, outcome: Outcome): void {
  const payment = money.payments[slot]!;
  if (outcome === 'pending') return;
  if (outcome === 'failed' || outcome === 'cancelled') {
    if (payment.status === 'pending') payment.status = outcome;
    return;
  }
  if (payment.status !== 'completed') {
    // An order that had already ended loses its discount if another order was paid with it.
    const priceGone = payment.status !== 'pending' && slots[slot]!.discounted && money.codeUsed;
    payment.status = 'completed';
    comeIn(money, slot, slots[slot]!.credits);
    money.premium = true;
    if (outcome !== 'paid') reverse(money, slot, outcome);
    else if (payment.withdrawn || priceGone) giveBack(money, slot, payment);
    if (slots[slot]!.discounted && !priceGone) {
      money.codeUsed = true;
      closeOthers(money, slot);
    }
  } else if (outcome !== 'paid' && !payment.chargedBack && !payment.refunded) reverse(money, slot, outcome);
}

function reverse(money: Money, slot: number, how: 'chargeback' | 'refunded'): void {
  const payment = money.payments[slot]!;
  const waiting = payment.refunds.filter(({ status }) => status === 'pending' || status === 'by_hand');
  for (const refund of waiting) refund.status = how === 'chargeback' ? 'declined' : 'completed';
  if (how === 'chargeback') {
    payment.chargedBack = true;
    const taken = lotOf(money, slot).kept;
    lotOf(money, slot).kept = 0;
    if (taken > 0) money.chargebacks++;
    const lent = Math.max(0, taken - money.credits);
    money.debt += lent;
    money.credits = money.credits - taken + lent;
  } else {
    payment.refunded = true;
    takeUnused(money, slot);
    payment.restNoted = bookedCents(payment) < slots[slot]!.cents;
  }
}

function comeIn(money: Money, slot: number | null, credits: number): void {
  money.lots.push({ slot, kept: credits });
  const repaid = Math.min(money.debt, credits);
  money.debt -= repaid;
  money.credits += credits - repaid;
}

const lotOf = (money: Money, slot: number) => money.lots.find((lot) => lot.slot === slot)!;

/**
 * Unused credits of an order: the part of the balance beyond all later credits, because the oldest are used
 * first.
 */
function unusedOf(money: Money, slot: number): number {
  const index = money.lots.findIndex((lot) => lot.slot === slot);
  const newer = money.lots.slice(index + 1).reduce((sum, { kept }) => sum + kept, 0);
  return Math.max(0, Math.min(money.lots[index]!.kept, money.credits - newer));
}

function takeUnused(money: Money, slot: number): number {
  const unused = unusedOf(money, slot);
  lotOf(money, slot).kept -= unused;
  money.credits -= unused;
  return unused;
}

function send(money: Money, kind: 'text' | 'gift', id: number): string {
  const key = `${kind}${id}`;
  if (!(key in money.sent)) {
    const isFree = kind === 'text' && money.freeUsed < FREE_MESSAGES;
    const price = isFree ? 0 : kind === 'text' ? 1 : 5;
    if (price > money.credits) return 'not_enough_credits';
    if (isFree) money.freeUsed++;
    money.credits -= price;
    money.sent[key] = price;
  }
  return `${money.credits}`;
}

function withdraw(money: Money, slot: number, statement: number): string {
  const payment = money.payments[slot];
  if (!payment) return 'skipped';
  return (money.statements[`${slot} ${statement}`] ??= firstWithdrawal(money, slot, payment));
}

function firstWithdrawal(money: Money, slot: number, payment: Payment): string {
  if (payment.status !== 'completed') {
    payment.withdrawn = true;
    if (payment.status !== 'pending') return 'nothing_unused';
    payment.status = 'cancelled';
    close(payment);
    payment.watched = !payment.closed;
    return 'nothing_unused';
  }
  if (payment.chargedBack || payment.refunded || unusedOf(money, slot) === 0) return 'nothing_unused';
  const { unused, back } = giveBack(money, slot, payment);
  return `refunded ${unused} ${back}`;
}

/** Takes the unused credits of an order back and promises their share of the money. */
function giveBack(money: Money, slot: number, payment: Payment): { unused: number; back: number } {
  const { cents, credits } = slots[slot]!;
  if (unusedOf(money, slot) === 0) return { unused: 0, back: 0 };
  const gone = bookedCents(payment);
  const unused = takeUnused(money, slot);
  const back = Math.max(0, Math.min(Math.ceil((cents * unused) / credits), cents - gone));
  payment.refunds.push({ credits: unused, cents: back, status: back === 0 ? 'completed' : 'pending' });
  if (!money.payments.some((one, index) => one?.status === 'completed' && stands(one, slots[index]!.cents)))
    money.premium = false;
  return { unused, back };
}

/** Total of refunds that are completed or on their way. */
const bookedCents = ({ refunds }: Payment): number =>
  refunds.filter(({ status }) => isBooked(status)).reduce((sum, refund) => sum + refund.cents, 0);

/** A purchase counts unless all of its money was refunded. */
const stands = (payment: Payment, cents: number) =>
  !payment.chargedBack &&
  !payment.refunded &&
  cents >
    payment.refunds.filter(({ status }) => isBooked(status)).reduce((sum, refund) => sum + refund.cents, 0);

/** The gateway refunds at most what it received. The rest is refunded by hand. */
function sendRefunds(payment: Payment, cents: number): void {
  for (const refund of payment.refunds) {
    if (refund.status !== 'pending') continue;
    if (payment.book !== 'paid' || payment.givenBack + refund.cents > cents) {
      refund.status = 'by_hand';
      continue;
    }
    payment.givenBack += refund.cents;
    if (payment.givenBack === cents) payment.book = 'refunded';
    refund.status = 'completed';
    const completed = payment.refunds
      .filter(({ status }) => status === 'completed')
      .reduce((sum, one) => sum + one.cents, 0);
    if (completed >= cents) payment.refunded = true;
  }
}
