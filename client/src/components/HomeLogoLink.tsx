import { Link } from 'react-router'
import classes from './HomeMark.module.css'

export function HomeLogoLink({ to, name }: { to: string; name: string }) {
  return (
    <Link to={to} className={classes.brand}>
      <img src="/favicon.svg" alt="" width={28} height={28} />
      <span>{name}</span>
    </Link>
  )
}
