import { AgreementNotice } from '@ce/frame/student/agreement/AgreementNotice.tsx'
import type { ReactNode } from 'react'
import { BackLink } from './BackLink.tsx'
import { ClosingNotice } from './ClosingNotice.tsx'
import classes from './Screen.module.css'
import { TabBar } from './TabBar.tsx'

interface ScreenProps {
  title: string
  /** stacked upon this path: the way back there */
  back?: string
  /** that path is a public page */
  outside?: boolean
  /** one of the four places the bar at the foot leads to */
  tab?: boolean
  /** beside the title */
  aside?: ReactNode
  /** stays at the lower edge, in reach of the thumb */
  foot?: ReactNode
  /** nothing but its own work is told here: an exam */
  noNotice?: boolean
  children: ReactNode
}

/** One screen: its title, its way back or the tab bar, and what it shows. */
export function Screen({
  title,
  back,
  outside = false,
  tab = false,
  aside,
  foot,
  noNotice = false,
  children,
}: ScreenProps) {
  return (
    <div className={classes.screen}>
      <a className={classes.skip} href="#content">
        跳到正文
      </a>
      <header className={classes.bar}>
        <span className={classes.side}>{back && <BackLink to={back} outside={outside} />}</span>
        <h1 className={classes.title}>{title}</h1>
        <span className={classes.side}>{aside}</span>
      </header>
      <main id="content" className={classes.main} tabIndex={-1}>
        {!noNotice && <AgreementNotice />}
        {!noNotice && <ClosingNotice />}
        {children}
      </main>
      {foot && (
        <section className={classes.foot} aria-label="操作">
          {foot}
        </section>
      )}
      {tab && <TabBar />}
    </div>
  )
}
