import './wake-react.ts'
import { deviceVersionAddress } from '@ce/client/mobile.ts'
import { loadOlderBrowserPolyfills } from '@ce/client/older-browser/catch-up.ts'
import { storeWechatReturn } from '@ce/client/payment/wechat-return.ts'
import { reportWithRoute, startReporting } from '@ce/client/reporting/reporting.ts'
import { routePattern } from '@ce/client/reporting/route-pattern.ts'
import { readSession } from '@ce/client/session.ts'
import { reloadOnStaleChunks } from '@ce/client/stale-chunks.ts'
import { desktopPathOf, phoneBase } from '@ce/contract/mobile'
import { rootRouteId } from '@ce/site/data.ts'
import { isPhonePath } from '@ce/site/paths.ts'
import { documentTitle } from '@ce/site/title.ts'
import { createLayeredWindow } from '@ce/ui/layer-history.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { DOMRouterOpts, RouteObject } from 'react-router'
import { createBrowserRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { pageTitleOf } from './components/page-title.ts'
import { watchStudentCalls } from './components/watch-call-failures.ts'
import { readHydration } from './hydration.ts'
import { watchInstallPrompt } from './install.ts'
import { registerWorker } from './offline/register.ts'
import { learnerRouteId, paths, signInRouteId } from './paths.ts'
import { createAppRoutes } from './public-routes.tsx'

const inPhoneShell = isPhonePath(location.pathname)
const basename = inPhoneShell ? phoneBase : '/'

const browserRoutes = async () => (await import('./routes.tsx')).browserRoutes

/** Loads the code of the current page's routes first, because hydration needs all of it. */
async function withoutWaiting(routes: RouteObject[]): Promise<RouteObject[]> {
  for (const { route } of matchRoutes(routes, location, basename) ?? []) {
    if (typeof route.lazy !== 'object' || !route.lazy.Component) continue
    const Component = await route.lazy.Component()
    if (Component) route.Component = Component
    delete route.lazy
  }
  return routes
}

/** Adds the private pages at the first navigation from a public page. */
function addBrowserRoutes(): NonNullable<DOMRouterOpts['patchRoutesOnNavigation']> {
  const known = createAppRoutes()
  let added = false
  return async ({ path, patch }) => {
    if (added || matchRoutes(known, path, basename)?.at(-1)?.route.path !== '*') return
    const routes = await browserRoutes()
    if (!added) patch(rootRouteId, routes)
    added = true
  }
}

function isAtDoor(): boolean {
  return [paths.login(), paths.register()].includes(desktopPathOf(location.pathname))
}

/** Keeps the server's markup until the code of the first screen is loaded. */
function untilReady(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}

/** Continues in a new task, so that a slow device can handle input in between. */
const breath = () => new Promise((resolve) => setTimeout(resolve))

let isLearner = () => false

startReporting({
  build: import.meta.env.VITE_BUILD,
  app: () => (!isLearner() ? 'SITE' : inPhoneShell ? 'PHONE' : 'DESKTOP'),
})

async function start(root: HTMLElement): Promise<void> {
  reloadOnStaleChunks()
  watchStudentCalls()
  if (inPhoneShell) {
    document.documentElement.classList.add('phone-shell')
    storeWechatReturn()
    registerWorker()
    watchInstallPrompt()
  }
  await loadOlderBrowserPolyfills()
  await breath()
  // The login redirects signed-in visitors, so do not hydrate the login page for them.
  const hydrationData = isAtDoor() && readSession() ? undefined : readHydration()
  const routes = hydrationData ? await withoutWaiting(createAppRoutes()) : createAppRoutes(await browserRoutes())
  await breath()
  const router = createBrowserRouter(routes, {
    basename,
    window: createLayeredWindow(),
    ...(hydrationData && { hydrationData, patchRoutesOnNavigation: addBrowserRoutes() }),
  })
  isLearner = () => router.state.matches.some(({ route: { id } }) => id === learnerRouteId || id === signInRouteId)
  reportWithRoute(() => routePattern(router.state.matches))
  router.subscribe((state) => {
    if (state.navigation.state !== 'idle' || !state.initialized) return
    const phone = deviceVersionAddress(state.location)
    if (phone) return location.replace(phone)
    document.title = documentTitle(state, pageTitleOf(state.location))
  })
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
  // Hydrate in slices, so that a slow phone can scroll meanwhile.
  if (hydrationData) startTransition(() => void hydrateRoot(root, app))
  else {
    await untilReady(router)
    createRoot(root).render(app)
  }
}

const root = document.getElementById('root')
// An iPad claims to be a Mac, so only the browser can tell them apart (docs/rules/screens.md#phones).
const phone = deviceVersionAddress(location)
if (phone) location.replace(phone)
else if (root) void start(root)
