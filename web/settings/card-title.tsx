import { createContext, use } from 'react';

/** Heading of the open section, which a card's title would only repeat. */
export const SectionHeading = createContext<string | null>(null);

export function CardTitle({ children }: { children: string }) {
  return use(SectionHeading) === children ? null : <h2>{children}</h2>;
}
