import { onPracticeClockMoved } from '@ce/client/practice.ts'
import { forgetPersonalQueries } from '@ce/client/query.ts'
import { reportWithRoute } from '@ce/client/reporting/reporting.ts'
import { routePattern } from '@ce/client/reporting/route-pattern.ts'
import { createLayeredWindow } from '@ce/ui/layer-history.ts'
import type { QueryClient } from '@tanstack/react-query'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type PatchRoutesOnNavigationFunction, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { forgetListPlaces } from './kit/list/list-place.ts'
import { loginRouteId } from './login-routes.tsx'
import { PagesRoot } from './PagesRoot.tsx'

export type ConsoleRouter = ReturnType<typeof createBrowserRouter>

interface House {
  routes: RouteObject[]
  /** Adds the routes that load after the start, if there are any. */
  patchRoutesOnNavigation?: PatchRoutesOnNavigationFunction
  basename: string
  signedIn: boolean
}

/** Hydrates the login page that the server rendered, unless the user is redirected. */
export async function openConsoleRouter(root: HTMLElement, house: House): Promise<ConsoleRouter> {
  const { routes, patchRoutesOnNavigation, basename, signedIn } = house
  const options = { basename, patchRoutesOnNavigation, window: createLayeredWindow() }
  const door = matchRoutes(routes, location, basename)?.at(-1)?.route
  if (!root.hasChildNodes() || signedIn || door?.id !== loginRouteId) return createBrowserRouter(routes, options)
  // Load the component first, because hydration needs it.
  if (typeof door.lazy === 'object') {
    const Component = await door.lazy.Component?.()
    if (Component) door.Component = Component
    delete door.lazy
  }
  return createBrowserRouter(routes, {
    ...options,
    hydrationData: { loaderData: { [loginRouteId]: null } },
  })
}

interface Desk {
  /** The whole path of this portal's login page. */
  login: string
  read: () => { me: { id: string } } | null
  subscribe: (listener: (change: { elsewhere: boolean }) => void) => () => void
}

/** Drops a person's data when that person signs out in any tab. If another person signs in, the page reloads. */
export function watchPersonChange(
  router: ConsoleRouter,
  queryClient: QueryClient,
  { login, read, subscribe }: Desk,
): void {
  let person = read()?.me.id
  subscribe(({ elsewhere }) => {
    const before = person
    person = read()?.me.id
    if (person === before) return
    if (elsewhere && before && person) return location.reload()
    // A sign-in in another tab also opens the requested page here.
    if (person) return elsewhere ? void router.revalidate() : undefined
    // Open the login first, because a page that still shows would fetch again without a token.
    void (elsewhere ? router.revalidate() : shown(router, login)).then(() => {
      forgetPersonalQueries(queryClient)
      forgetListPlaces()
    })
  })
}

/** Resolves once the router shows the path. */
function shown(router: ConsoleRouter, path: string): Promise<void> {
  return new Promise((resolve) => {
    const stop = router.subscribe(({ location }) => {
      if (location.pathname !== path) return
      stop()
      resolve()
    })
  })
}

/** Renders the pages of the console or the employer portal. */
export function renderConsolePages(root: HTMLElement, queryClient: QueryClient, router: ConsoleRouter): void {
  // After the practice clock moved, only read data is reloaded; edits stay.
  onPracticeClockMoved(() => void queryClient.invalidateQueries({ predicate: ({ meta }) => !meta?.edited }))
  reportWithRoute(() => routePattern(router.state.matches, router.basename))
  const pages = (
    <PagesRoot queryClient={queryClient}>
      <RouterProvider router={router} />
    </PagesRoot>
  )
  if (root.hasChildNodes() && router.state.initialized) hydrateRoot(root, pages)
  else createRoot(root).render(pages)
}
