/** How a person is named: with the age, where the site shows ages. */
export const nameAndAge = ({ name, age }: { name: string; age: number | null }): string => (age === null ? name : `${name}, ${age}`);
