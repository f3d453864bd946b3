import '../phone.css'
import { LookAgain } from '@ce/client/components/LookAgain.tsx'
import { showWriteError } from '@ce/client/failures.ts'
import { forgetPerson, makeQueryClient } from '@ce/client/query.ts'
import { onSession, readSession } from '@ce/client/session.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet, useRevalidator } from 'react-router'
import { LeaveGuard } from '../shells/LeaveGuard.tsx'

const queryClient = makeQueryClient(showWriteError)
/** of the page that stands; null while a public page does */
let revalidate: (() => Promise<void>) | null = null

// another tab signed in or out: this one follows, and never shows one person's data to another
let student = readSession()?.userInfo.id
onSession(({ elsewhere }) => {
  const before = student
  student = readSession()?.userInfo.id
  // signed out here, and brought again by Back: the guard leads away from it, too
  if (!elsewhere || (student && student === before)) return
  if (!revalidate) return forgetPerson(queryClient)
  if (before && student) return location.reload()
  // the guard leads away first: a page still standing would fetch again without a token
  const moved = revalidate()
  if (!student) void moved.then(() => forgetPerson(queryClient))
})

/** The cache of server state, for the pages that live in it. */
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
      <LookAgain />
      <LeaveGuard />
      <Outlet />
    </QueryClientProvider>
  )
}
