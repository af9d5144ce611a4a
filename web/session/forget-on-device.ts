/** What this browser keeps of a member, each with the member's id behind it: drafts (`draft:5:7`), what was spent when. */
const kinds = ['draft', 'spends', 'streak_dismissed'];

/** Takes along what a member has written and done here: whoever uses the browser next finds none of it. Unsent messages wait for their writer. */
export function forgetOnDevice(member: number) {
  for (const key of Object.keys(localStorage)) {
    const [kind = '', owner] = key.split(':');
    if (kinds.includes(kind) && owner === String(member)) localStorage.removeItem(key);
  }
}
