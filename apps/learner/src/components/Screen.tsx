import type { ReactNode } from 'react'
import { AgreementNotice } from '../features/agreement/AgreementNotice.tsx'
import { ClosingNotice } from '../features/privacy/ClosingNotice.tsx'
import { PageFrame } from '../shells/desktop/PageFrame.tsx'
import { TabBar } from '../shells/phone/TabBar.tsx'
import { useInLayout, useShell } from '../shells/shell.ts'
import { BackLink } from './BackLink.tsx'
import classes from './Screen.module.css'

interface ScreenProps {
  title: string
  /** stacked upon this path: the way back there */
  back?: string
  /** the words of the way back on a desk; without them the sidebar is the way */
  backLabel?: string
  /** one of the four places the bar at the foot of a phone leads to */
  tab?: boolean
  /** beside the title */
  aside?: ReactNode
  /** the main actions: on a phone they stay at the lower edge, in reach of the thumb */
  foot?: ReactNode
  /** nothing but its own work is told here: an exam */
  noNotice?: boolean
  children: ReactNode
}

/** One screen: its title, its way back, and what it shows; drawn by the shell it stands in. */
export function Screen(props: ScreenProps) {
  return useShell() === 'phone' ? <PhoneScreen {...props} /> : <DesktopScreen {...props} />
}

function PhoneScreen({
  title,
  back,
  tab = false,
  aside,
  foot,
  noNotice = false,
  children,
}: ScreenProps) {
  return (
    <div className={classes.screen}>
      <a className="skip-link" href="#content">
        跳到正文
      </a>
      <header className={classes.bar}>
        <span className={classes.side}>{back && <BackLink to={back} />}</span>
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

function DesktopScreen({ title, back, backLabel, aside, foot, children }: ScreenProps) {
  const content = (
    <div className={classes.page}>
      {back && backLabel && <BackLink to={back} label={backLabel} />}
      <header className={classes.pageHead}>
        <h1>{title}</h1>
        {aside}
      </header>
      {children}
      {foot && <div className={classes.pageFoot}>{foot}</div>}
    </div>
  )
  return useInLayout() ? content : <PageFrame>{content}</PageFrame>
}
