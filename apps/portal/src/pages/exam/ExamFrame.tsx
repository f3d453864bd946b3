import type { ReactNode } from 'react'
import { SiteName } from '../../components/SiteName.tsx'
import classes from './ExamFrame.module.css'
import { NetworkBanner } from './NetworkBanner.tsx'

/** The frame before and after an attempt: the site's name, the exam's title, one column. */
export function ExamFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <SiteName />
      </header>
      <NetworkBanner>恢复网络后即可继续。</NetworkBanner>
      <main className={classes.main}>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  )
}
