/** The Contact Picker API, which few browsers have and TypeScript does not know yet. */
interface ContactsManager {
  select(
    properties: ('tel' | 'email')[],
    options: { multiple: boolean },
  ): Promise<{ tel?: string[]; email?: string[] }[]>;
}

declare global {
  interface Navigator {
    readonly contacts?: ContactsManager;
  }
}

export const hasContactPicker = (): boolean => typeof navigator.contacts?.select === 'function';

/** The numbers and addresses of the contacts that the member picks, a line each; empty if they pick none. */
export async function pickContacts(): Promise<string> {
  const picked = (await navigator.contacts?.select(['tel', 'email'], { multiple: true })) ?? [];
  return picked.flatMap(({ tel = [], email = [] }) => [...tel, ...email]).join('\n');
}
