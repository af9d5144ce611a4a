import styles from './coin-stack.module.css';

export function CoinStack({ level }: { level: number }) {
  const piles = pilesOf[Math.min(level, pilesOf.length) - 1] ?? [1];
  const left = 36 - (piles.length * 22) / 2;
  return (
    <svg className={styles['coins']} viewBox="0 0 72 44" width="72" height="44" aria-hidden="true">
      {piles.map((coins, pile) =>
        Array.from({ length: coins }, (_, coin) => {
          const x = left + pile * 22 + 11;
          const y = 36 - coin * 5.5;
          return (
            <g key={`${pile}-${coin}`}>
              <path className={styles['edge']} d={`M${x - 10} ${y - 3}v3a10 4 0 0 0 20 0v-3z`} />
              <ellipse className={styles['face']} cx={x} cy={y - 3} rx="10" ry="4" />
            </g>
          );
        }),
      )}
    </svg>
  );
}

const pilesOf = [[1], [2], [2, 4], [3, 5, 2], [4, 6, 5]];
