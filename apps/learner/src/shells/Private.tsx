import { useSession } from '@ce/client/session.ts'
import { profileQuery, updateSessionUser } from '@ce/client/student.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { UnsentAnswersSender } from '../features/exam/UnsentAnswersSender.tsx'
import { PasswordPrompt } from '../features/student/PasswordPrompt.tsx'
import { SystemLayout } from './desktop/SystemLayout.tsx'
import { useShell } from './shell.ts'

export function PrivateLayout() {
  useKeptProfile()
  return (
    <>
      <UnsentAnswersSender />
      <PasswordPrompt />
    </>
  )
}

export function PrivateShell() {
  return useShell() === 'phone' ? <Outlet /> : <SystemLayout />
}

/** How often the profile picture's signed address is renewed, in milliseconds; the address is valid for ten minutes. */
const renewMs = 8 * 60_000

/** Keeps the name, picture and password flag of the session as the server has them. */
function useKeptProfile(): void {
  const session = useSession()
  const { data: profile } = useQuery({
    ...profileQuery(),
    enabled: session !== null,
    staleTime: renewMs,
    refetchInterval: renewMs,
  })
  useEffect(() => {
    if (profile) updateSessionUser(profile)
  }, [profile])
}
