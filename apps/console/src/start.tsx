import { showWriteError } from '@ce/client/failures.ts'
import { forgetPerson, makeQueryClient } from '@ce/client/query.ts'
import { onStaffSession, readStaffSession } from '@ce/client/staff-session.ts'
import { createBrowserRouter } from 'react-router'
import { forgetListPlaces } from './components/list-place.ts'
import { watchStaffCalls } from './failures.ts'
import { consoleBase, paths } from './paths.ts'
import { type Router, renderPages } from './render-pages.tsx'
import { routes } from './routes.tsx'

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
    void (elsewhere ? router.revalidate() : atLogin(router)).then(() => {
      forgetPerson(queryClient)
      forgetListPlaces()
    })
  })
  renderPages(root, queryClient, router)
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
