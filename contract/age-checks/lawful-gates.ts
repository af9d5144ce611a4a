import { keysOf } from '../keys.ts';
import { ageLaws } from './laws.ts';
import type { AgeGate } from './lists.ts';

/** The countries whose law asks for a check, but for which the setting has no row. A row with `off` is a decision. */
export const undecidedCountries = (gates: Readonly<Record<string, AgeGate>>) =>
  keysOf(ageLaws).filter((country) => !Object.hasOwn(gates, country));

/** A value of the setting, completed with the gates that the laws of undecided countries ask for. */
export const withLawfulGates = (gates: Readonly<Record<string, AgeGate>>): Record<string, AgeGate> => ({
  ...gates,
  ...Object.fromEntries(undecidedCountries(gates).map((country) => [country, ageLaws[country].gate])),
});
