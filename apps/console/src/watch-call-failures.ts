import { watchCalls } from '@ce/client/failures.ts'
import { endStaffSession, readStaffSession } from '@ce/client/staff-session.ts'
import type { createBrowserRouter } from 'react-router'
import { loginPath } from './guard.ts'
import { consoleBasePath, withoutBasePath } from './paths.ts'

export function handleFailedStaffCalls(router: ReturnType<typeof createBrowserRouter>): void {
  watchCalls({
    token: () => readStaffSession()?.token,
    over: () => {
      const { pathname, search } = router.state.location
      endStaffSession()
      // Do not ask about unsaved input, because it cannot be saved any more.
      void router.navigate(loginPath(withoutBasePath(consoleBasePath, pathname) + search, 'expired'), {
        replace: true,
        state: { sessionOver: true },
      })
    },
  })
}
