import { useSession } from '@ce/client/session.ts'
import { keepUser, profileQuery } from '@ce/client/student.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { SendLeft } from '../features/exam/SendLeft.tsx'
import { PasswordPrompt } from '../features/student/PasswordPrompt.tsx'
import { SystemLayout } from './desktop/SystemLayout.tsx'
import { useShell } from './shell.ts'

/** What stands around every screen of a signed-in person. */
export function Private() {
  useKeptProfile()
  return (
    <>
      <SendLeft />
      <PasswordPrompt />
    </>
  )
}

/** The private layout of the shell: on a phone each screen brings its own bars. */
export function SystemShell() {
  return useShell() === 'phone' ? <Outlet /> : <SystemLayout />
}

/** the picture's address lives ten minutes */
const renewMs = 8 * 60_000

/** Keeps name, picture and password flag of the session as the server has them. */
function useKeptProfile(): void {
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
}
