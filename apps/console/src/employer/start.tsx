import { endEmployerSession, onEmployerSession, readEmployerSession } from '@ce/client/employer-session.ts'
import { showWriteError, watchCalls } from '@ce/client/failures.ts'
import { createQueryClient } from '@ce/client/query.ts'
import { openConsoleRouter, renderConsolePages, watchPersonChange } from '../render-pages.tsx'
import { employerBasePath, employerPaths } from './paths.ts'
import { employerRoutes } from './routes.tsx'

export async function startEmployer(root: HTMLElement): Promise<void> {
  const queryClient = createQueryClient(showWriteError)
  const signedIn = readEmployerSession() !== null
  const router = await openConsoleRouter(root, {
    routes: employerRoutes,
    basename: employerBasePath,
    signedIn,
  })
  watchCalls({
    token: () => readEmployerSession()?.token,
    over: () => {
      endEmployerSession()
      void router.navigate(employerPaths.login(), {
        replace: true,
        state: { sessionOver: true },
      })
    },
  })
  watchPersonChange(router, queryClient, {
    login: employerBasePath + employerPaths.login(),
    read: readEmployerSession,
    subscribe: onEmployerSession,
  })
  renderConsolePages(root, queryClient, router)
}
