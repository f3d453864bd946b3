import { SideLayout } from '@ce/frame/SideLayout.tsx'
import { AgreementNotice } from '@ce/frame/student/agreement/AgreementNotice.tsx'
import { LeftAnswers } from '@ce/frame/student/exam/LeftAnswers.tsx'
import { useKeptProfile } from '@ce/frame/student/use-kept-profile.ts'
import { Outlet } from 'react-router'
import { AntdAlert } from './AntdAlert.tsx'
import { ClosingNotice } from './ClosingNotice.tsx'
import { MessagesLink } from './MessagesLink.tsx'
import { PasswordPrompt } from './PasswordPrompt.tsx'
import { SideNavigation } from './SideNavigation.tsx'
import { SiteName } from './SiteName.tsx'

/** The private area around its pages (specification §2). */
export function SystemLayout() {
  useKeptProfile()
  return (
    <SideLayout side={<SideNavigation />} name={<SiteName />} tools={<MessagesLink />}>
      <LeftAnswers Alert={AntdAlert} />
      <AgreementNotice apart />
      <ClosingNotice />
      <Outlet />
      <PasswordPrompt />
    </SideLayout>
  )
}
