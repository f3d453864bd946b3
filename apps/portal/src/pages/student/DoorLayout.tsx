import { siteInfoQuery } from '@ce/client/first_page.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SiteName } from '../../components/SiteName.tsx'
import classes from './DoorLayout.module.css'

/** The frame of login and registration: the site's name, one card, whom to call. */
export function DoorLayout({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  const { data: site } = useQuery(siteInfoQuery())
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <SiteName />
      </header>
      <main className={wide ? classes.wide : classes.card}>{children}</main>
      <footer className={classes.footer}>
        {site?.organizer}
        {site?.phone && (
          <span>
            服务热线 <a href={`tel:${site.phone}`}>{site.phone}</a>
          </span>
        )}
      </footer>
    </div>
  )
}
