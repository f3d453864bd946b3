import { PrintSwitch } from '@ce/site/PrintSwitch.tsx'
import { ServiceHelp } from '@ce/site/ServiceHelp.tsx'
import type { ReactNode } from 'react'
import classes from './PageFrame.module.css'
import { SiteName } from './SiteName.tsx'

/** A desktop's page outside the private layout, as an exam: the site's name, and one column. */
export function PageFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <a className="skip-link" href="#content">
        跳到正文
      </a>
      <header className={classes.header}>
        <SiteName />
        <div>
          <PrintSwitch />
          <ServiceHelp />
        </div>
      </header>
      <main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </div>
  )
}
