import {
  endEmployerSession,
  onEmployerSession,
  readEmployerSession,
} from '@ce/client/employer-session.ts'
import { showWriteError, watchCalls } from '@ce/client/failures.ts'
import { forgetPerson, makeQueryClient } from '@ce/client/query.ts'
import { createBrowserRouter } from 'react-router'
import { forgetListPlaces } from '../components/list-place.ts'
import { renderPages } from '../render-pages.tsx'
import { employerBase, employerPaths } from './paths.ts'
import { employerRoutes } from './routes.tsx'

/** The employers' pages, below /employer. */
export function startEmployer(root: HTMLElement): void {
  const queryClient = makeQueryClient(showWriteError)
  const router = createBrowserRouter(employerRoutes, { basename: employerBase })
  watchCalls({
    token: () => readEmployerSession()?.token,
    over: () => {
      endEmployerSession()
      void router.navigate(employerPaths.login(), { replace: true })
    },
  })
  let who = readEmployerSession()?.me.id
  onEmployerSession(({ elsewhere }) => {
    const before = who
    who = readEmployerSession()?.me.id
    if (who === before) return
    if (elsewhere && before && who) return location.reload()
    if (elsewhere) void router.revalidate()
    if (who) return
    forgetPerson(queryClient)
    forgetListPlaces()
  })
  renderPages(root, queryClient, router)
}
