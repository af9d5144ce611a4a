export const nameAndAge = ({ name, age }: { name: string; age: number | null }): string =>
  age === null ? name : `${name}, ${age}`;
