import { useSession } from '@ce/client/session.ts'
import { keepUser, profileQuery } from '@ce/client/student.ts'
import { SideLayout } from '@ce/frame/SideLayout.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { ClosingNotice } from './ClosingNotice.tsx'
import { LeftAnswers } from './LeftAnswers.tsx'
import { MessagesLink } from './MessagesLink.tsx'
import { PasswordPrompt } from './PasswordPrompt.tsx'
import { SideNavigation } from './SideNavigation.tsx'
import { SiteName } from './SiteName.tsx'

/** the picture's address lives ten minutes */
const renewMs = 8 * 60_000

/** The private area around its pages (specification §2). */
export function SystemLayout() {
  const session = useSession()
  const { data: profile } = useQuery({
    ...profileQuery(),
    enabled: session !== null,
    staleTime: renewMs,
    refetchInterval: renewMs,
  })
  useEffect(() => {
    if (profile) keepUser(profile)
  }, [profile])
  return (
    <SideLayout side={<SideNavigation />} name={<SiteName />} tools={<MessagesLink />}>
      <LeftAnswers />
      <ClosingNotice />
      <Outlet />
      <PasswordPrompt />
    </SideLayout>
  )
}
