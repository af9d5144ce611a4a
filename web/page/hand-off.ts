/**
 * Stands in the rendered page for the JSON of the hand-off, which the server inserts afterwards. Texts cannot contain it,
 * because React escapes `<`.
 */
export const HAND_OFF_PLACE = '<hand-off>';

/** JSON for a script element, which `</script>` in a text would close. */
export const jsonInScript = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c');
