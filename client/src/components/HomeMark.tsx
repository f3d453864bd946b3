import { Link } from 'react-router'
import classes from './HomeMark.module.css'

/** The mark with a name beside it, the way back to the home page. */
export function HomeMark({ to, name }: { to: string; name: string }) {
  return (
    <Link to={to} className={classes.brand}>
      <img src="/favicon.svg" alt="" width={28} height={28} />
      <span>{name}</span>
    </Link>
  )
}
