import { siteInfoQuery } from '@ce/client/first_page.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import classes from './SiteName.module.css'

/** The site's name, the way back to its home page. */
export function SiteName() {
  const { data } = useQuery(siteInfoQuery())
  return (
    <Link to={paths.home()} className={classes.name}>
      <img src="/favicon.svg" alt="" width={28} height={28} />
      <span>{data?.title ?? '执业药师继续教育平台'}</span>
    </Link>
  )
}
