import { Link } from '#web/router/link.tsx';
import { useSettings, useUser } from '#web/session/use-session.ts';
import styles from './brand.module.css';

export function Brand() {
  const { name, logo } = useSettings();
  const user = useUser();
  return (
    <Link to={user ? '/members' : '/'} className={styles['brand']}>
      {logo ? <img src={logo} alt={name} height={32} /> : name}
    </Link>
  );
}
