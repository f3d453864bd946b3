import { watchCalls } from '@ce/client/failures.ts'
import { endStaffSession, readStaffSession } from '@ce/client/staff-session.ts'
import type { createBrowserRouter } from 'react-router'
import { loginPath } from './guard.ts'
import { consoleBase, withoutBase } from './paths.ts'

/** Failed calls are told; a session that the server ended leads to the login, with the way back. */
export function watchStaffCalls(router: ReturnType<typeof createBrowserRouter>): void {
  watchCalls({
    token: () => readStaffSession()?.token,
    over: () => {
      const { pathname, search } = router.state.location
      endStaffSession()
      // no unsaved change may hold it up: there is nobody left who could save
      void router.navigate(loginPath(withoutBase(consoleBase, pathname) + search, 'expired'), {
        replace: true,
        state: { sessionOver: true },
      })
    },
  })
}
