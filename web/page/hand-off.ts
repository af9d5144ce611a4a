/**
 * Stands in the rendered page for the JSON of the hand-off, which the server inserts afterwards. Texts cannot contain it,
 * because React escapes `<`.
 */
export const HAND_OFF_PLACE = '<hand-off>';

/** Makes JSON safe in a script element, which `</script>` in a text would close. */
export const escapeForScript = (json: string): string => json.replace(/</g, '\\u003c');

export const jsonInScript = (value: unknown): string => escapeForScript(JSON.stringify(value));
