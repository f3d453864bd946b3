import type { ReactNode } from 'react'
import { AgreementNotice } from '../features/agreement/AgreementNotice.tsx'
import { ClosingNotice } from '../features/privacy/ClosingNotice.tsx'
import { DesktopPageFrame } from '../shells/desktop/PageFrame.tsx'
import { TabBar } from '../shells/phone/TabBar.tsx'
import { useIsInLayout, useShell } from '../shells/shell.ts'
import { BackLink } from './BackLink.tsx'
import classes from './Screen.module.css'

interface ScreenProps {
  title: string
  /** The path to which the back link leads. */
  back?: string
  /** Label of the back link on a desktop. If missing, the sidebar replaces the link. */
  backLabel?: string
  /** Whether the screen is one of the four tabs at the bottom of a phone. */
  tab?: boolean
  aside?: ReactNode
  /** Main actions. On a phone they stay at the bottom edge, near the thumb. */
  foot?: ReactNode
  /** Hides notices, because they would disturb an exam. */
  noNotice?: boolean
  children: ReactNode
}

export function ScreenLayout(props: ScreenProps) {
  return useShell() === 'phone' ? <PhoneScreen {...props} /> : <DesktopScreen {...props} />
}

function PhoneScreen({ title, back, tab = false, aside, foot, noNotice = false, children }: ScreenProps) {
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
  return useIsInLayout() ? content : <DesktopPageFrame>{content}</DesktopPageFrame>
}
