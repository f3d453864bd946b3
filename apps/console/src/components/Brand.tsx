import { Link } from 'react-router'
import { paths } from '../paths.ts'
import classes from './Brand.module.css'

/** The console's name, the way back to its home page. */
export function Brand() {
  return (
    <Link to={paths.home()} className={classes.brand}>
      <img src="/favicon.svg" alt="" width={28} height={28} />
      管理后台
    </Link>
  )
}
