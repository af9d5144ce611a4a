import { itemAt } from '#contract/must.ts';

export function createTurns(connections: number): (connection: number) => number {
  const turns = new Uint32Array(connections);
  return (connection) => {
    const turn = itemAt(turns, connection);
    turns[connection] = turn + 1;
    return turn;
  };
}
