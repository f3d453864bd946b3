import { LargePrintButton } from '@ce/site/PrintSwitch.tsx'
import { CustomerServiceHelp } from '@ce/site/ServiceHelp.tsx'
import type { ReactNode } from 'react'
import classes from './PageFrame.module.css'
import { SiteNameLink } from './SiteName.tsx'

export function DesktopPageFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <a className="skip-link" href="#content">
        跳到正文
      </a>
      <header className={classes.header}>
        <SiteNameLink />
        <div>
          <LargePrintButton />
          <CustomerServiceHelp />
        </div>
      </header>
      <main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </div>
  )
}
