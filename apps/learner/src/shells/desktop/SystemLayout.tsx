import classes from '@ce/client/components/SideLayout.module.css'
import { Outlet } from 'react-router'
import { AgreementNotice } from '../../features/agreement/AgreementNotice.tsx'
import { UnsentAnswersNote } from '../../features/exam/LeftAnswers.tsx'
import { ClosingNotice } from '../../features/privacy/ClosingNotice.tsx'
import { InLayoutContext } from '../shell.ts'
import { MenuDrawer } from './MenuDrawer.tsx'
import { SideNavigation } from './SideNavigation.tsx'
import own from './SystemLayout.module.css'

/** Sidebar of 220 px, or a menu bar on a narrow screen (docs/rules/screens.md#sidebar). */
export function SystemLayout() {
  return (
    <InLayoutContext value={true}>
      <div className={classes.layout}>
        <a className="skip-link" href="#content">
          跳到主要内容
        </a>
        <aside className={classes.sidebar}>
          <SideNavigation />
        </aside>
        <MenuDrawer />
        <main id="content" className={`${classes.content} ${own.content}`} tabIndex={-1}>
          <UnsentAnswersNote />
          <AgreementNotice />
          <ClosingNotice />
          <Outlet />
        </main>
      </div>
    </InLayoutContext>
  )
}
