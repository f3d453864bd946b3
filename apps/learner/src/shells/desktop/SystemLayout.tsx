import { Outlet } from 'react-router'
import { AgreementNotice } from '../../features/agreement/AgreementNotice.tsx'
import { LeftAnswers } from '../../features/exam/LeftAnswers.tsx'
import { ClosingNotice } from '../../features/privacy/ClosingNotice.tsx'
import { InLayout } from '../layout.ts'
import { MenuDrawer } from './MenuDrawer.tsx'
import classes from './SideLayout.module.css'
import { SideNavigation } from './SideNavigation.tsx'

/** The desktop's private area around its pages: a sidebar of 220 px, on a narrow screen a bar with a menu (specification §2). */
export function SystemLayout() {
  return (
    <InLayout value={true}>
      <div className={classes.layout}>
        <a className={classes.skip} href="#content">
          跳到主要内容
        </a>
        <aside className={classes.sidebar}>
          <SideNavigation />
        </aside>
        <MenuDrawer />
        <main id="content" className={classes.content} tabIndex={-1}>
          <LeftAnswers />
          <AgreementNotice />
          <ClosingNotice />
          <Outlet />
        </main>
      </div>
    </InLayout>
  )
}
