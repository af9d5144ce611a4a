/** The value at a path such as `reply.member.id`, or undefined. */
export const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (inner, key) =>
        inner === null || inner === undefined ? undefined : (inner as Record<string, unknown>)[key],
      value,
    );
