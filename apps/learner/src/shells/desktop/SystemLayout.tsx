import classes from '@ce/client/components/SideLayout.module.css'
import { Outlet } from 'react-router'
import { AgreementNotice } from '../../features/agreement/AgreementNotice.tsx'
import { LeftAnswers } from '../../features/exam/LeftAnswers.tsx'
import { ClosingNotice } from '../../features/privacy/ClosingNotice.tsx'
import { InLayout } from '../shell.ts'
import { MenuDrawer } from './MenuDrawer.tsx'
import { SideNavigation } from './SideNavigation.tsx'
import own from './SystemLayout.module.css'

/** The desktop's private area around its pages: a sidebar of 220 px, on a narrow screen a bar with a menu (specification §2). */
export function SystemLayout() {
  return (
    <InLayout value={true}>
      <div className={classes.layout}>
        <a className="skip-link" href="#content">
          跳到主要内容
        </a>
        <aside className={classes.sidebar}>
          <SideNavigation />
        </aside>
        <MenuDrawer />
        <main id="content" className={`${classes.content} ${own.content}`} tabIndex={-1}>
          <LeftAnswers />
          <AgreementNotice />
          <ClosingNotice />
          <Outlet />
        </main>
      </div>
    </InLayout>
  )
}
