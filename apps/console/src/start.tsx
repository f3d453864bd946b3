import { forgetPerson, makeQueryClient } from '@ce/client/query.ts'
import { onStaffSession, readStaffSession } from '@ce/client/staff-session.ts'
import { showWriteError } from '@ce/frame/failures.ts'
import { LookAgain } from '@ce/frame/LookAgain.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { watchStaffCalls } from './failures.ts'
import { consoleBase, paths } from './paths.ts'
import { routes } from './routes.tsx'

type Router = ReturnType<typeof createBrowserRouter>

/** The staff's desks, below /console. */
export function startConsole(root: HTMLElement): void {
  const queryClient = makeQueryClient(showWriteError)
  const router = createBrowserRouter(routes, { basename: consoleBase })
  watchStaffCalls(router)

  // whoever signs out or in, here or in another tab: what the cache held of the person before is dropped
  let person = readStaffSession()?.me.id
  onStaffSession(({ elsewhere }) => {
    const before = person
    person = readStaffSession()?.me.id
    if (person === before) return
    if (elsewhere && before && person) return location.reload()
    if (person) return
    // the login has to be there first: a page still standing would fetch again without a token
    void (elsewhere ? router.revalidate() : atLogin(router)).then(() => forgetPerson(queryClient))
  })
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LookAgain />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

/** Resolves once the login page is there. */
function atLogin(router: Router): Promise<void> {
  return new Promise((resolve) => {
    const stop = router.subscribe(({ location }) => {
      if (location.pathname !== consoleBase + paths.login()) return
      stop()
      resolve()
    })
  })
}
