import { PageLoading } from '@ce/client/components/PageLoading.tsx'
import { RootErrorScreen } from '@ce/client/components/PageProblem.tsx'
import { showWriteError } from '@ce/client/failures.ts'
import { createQueryClient } from '@ce/client/query.ts'
import { onStaffSession, readStaffSession } from '@ce/client/staff-session.ts'
import type { RouteObject } from 'react-router'
import { RootLayout } from './components/RootLayout.tsx'
import { staffLoginRoute } from './login-routes.tsx'
import { consoleBasePath, paths } from './paths.ts'
import { openConsoleRouter, renderConsolePages, watchPersonChange } from './render-pages.tsx'
import { handleFailedStaffCalls } from './watch-call-failures.ts'

const rootId = 'console'
/** The root route. At first it has only the login route; the other routes are added when another address opens. */
const root: RouteObject = {
  id: rootId,
  Component: RootLayout,
  errorElement: <RootErrorScreen home={paths.home()} />,
  HydrateFallback: PageLoading,
  children: [staffLoginRoute],
}

export async function startConsole(element: HTMLElement): Promise<void> {
  const queryClient = createQueryClient(showWriteError)
  const signedIn = readStaffSession() !== null
  const router = await openConsoleRouter(element, {
    routes: [root],
    patchRoutesOnNavigation: async ({ patch }) => patch(rootId, [(await import('./routes.tsx')).consoleRoutes]),
    basename: consoleBasePath,
    signedIn,
  })
  handleFailedStaffCalls(router)
  watchPersonChange(router, queryClient, {
    login: consoleBasePath + paths.login(),
    read: readStaffSession,
    subscribe: onStaffSession,
  })
  renderConsolePages(element, queryClient, router)
}
