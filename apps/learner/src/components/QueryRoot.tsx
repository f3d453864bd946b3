import '../phone.css'
import { ServerRecoveryWatcher } from '@ce/client/components/ServerRecoveryWatcher.tsx'
import { showWriteError } from '@ce/client/failures.ts'
import { createQueryClient, forgetPersonalQueries } from '@ce/client/query.ts'
import { onSession, readSession } from '@ce/client/session.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet, useRevalidator } from 'react-router'
import { LeaveConfirmation } from '../shells/LeaveConfirmation.tsx'

const queryClient = createQueryClient(showWriteError)
/** Reruns the guards of private pages; null while a public page is shown. */
let revalidate: (() => Promise<void>) | null = null

// Follows sign-ins of other tabs, so that nobody sees another person's data.
let student = readSession()?.userInfo.id
onSession(({ elsewhere }) => {
  const before = student
  student = readSession()?.userInfo.id
  // Continue if nobody was signed in before either, because Back may show a stored page after a sign-out in this tab.
  if (!elsewhere || (student && student === before)) return
  if (!revalidate) return forgetPersonalQueries(queryClient)
  if (before && student) return location.reload()
  // The guard redirects first, because a page that stays open would fetch again without a token.
  const moved = revalidate()
  if (!student) void moved.then(() => forgetPersonalQueries(queryClient))
})

export function QueryRoot() {
  const revalidator = useRevalidator()
  useEffect(() => {
    revalidate = revalidator.revalidate
    return () => {
      revalidate = null
    }
  }, [revalidator.revalidate])
  return (
    <QueryClientProvider client={queryClient}>
      <ServerRecoveryWatcher />
      <LeaveConfirmation />
      <Outlet />
    </QueryClientProvider>
  )
}
