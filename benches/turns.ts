import { itemAt } from '#contract/must.ts';

/** A counter per connection. Each call returns the number of earlier calls for that connection. */
export function createTurns(connections: number): (connection: number) => number {
  const turns = new Uint32Array(connections);
  return (connection) => {
    const turn = itemAt(turns, connection);
    turns[connection] = turn + 1;
    return turn;
  };
}
