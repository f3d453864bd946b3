import './wake-react.ts'
import { phoneTargetHere } from '@ce/client/mobile.ts'
import { catchUp } from '@ce/client/older-browser/catch-up.ts'
import { keepWechatReturn } from '@ce/client/payment/wechat-return.ts'
import { reportRoute, startReporting } from '@ce/client/reporting/reporting.ts'
import { routePattern } from '@ce/client/reporting/route-pattern.ts'
import { readSession } from '@ce/client/session.ts'
import { reloadOnStaleChunks } from '@ce/client/stale-chunks.ts'
import { desktopPath, phoneBase } from '@ce/contract/mobile'
import { rootRouteId } from '@ce/site/data.ts'
import { isPhonePath } from '@ce/site/paths.ts'
import { documentTitle } from '@ce/site/title.ts'
import { windowWithLayers } from '@ce/ui/layer-history.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  type DOMRouterOpts,
  matchRoutes,
  type RouteObject,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { watchStudentCalls } from './components/failures.ts'
import { ownTitle } from './components/own-title.ts'
import { readHydration } from './hydration.ts'
import { keepInstallQuestion } from './install.ts'
import { registerWorker } from './offline/register.ts'
import { doorsRouteId, learnerRouteId, paths } from './paths.ts'
import { appRoutes } from './public-routes.tsx'

/** which of the two shells this document shows: below /h5 all links of the router are too */
const inPhoneShell = isPhonePath(location.pathname)
const basename = inPhoneShell ? phoneBase : '/'

const browserRoutes = async () => (await import('./routes.tsx')).browserRoutes

/** Loads what the page that stands already is made of: taken over, nothing of it may be missing. */
async function withoutWaiting(routes: RouteObject[]): Promise<RouteObject[]> {
  for (const { route } of matchRoutes(routes, location, basename) ?? []) {
    if (typeof route.lazy !== 'object' || !route.lazy.Component) continue
    const Component = await route.lazy.Component()
    if (Component) route.Component = Component
    delete route.lazy
  }
  return routes
}

/** Adds the pages that only a browser renders, when somebody first goes to one from a public page. */
function addBrowserRoutes(): NonNullable<DOMRouterOpts['patchRoutesOnNavigation']> {
  const known = appRoutes()
  let added = false
  return async ({ path, patch }) => {
    if (added || matchRoutes(known, path, basename)?.at(-1)?.route.path !== '*') return
    const routes = await browserRoutes()
    if (!added) patch(rootRouteId, routes)
    added = true
  }
}

/** Whether login or registration is open. */
function isAtDoor(): boolean {
  return [paths.login(), paths.register()].includes(desktopPath(location.pathname))
}

/** Until the first screen's code is there, what the server has sent of it stays. */
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

/** Ends the task: what follows is a short one of its own, and a slow machine answers its reader in between. */
const breath = () => new Promise((resolve) => setTimeout(resolve))

/** whether the page that stands now is one of a learner's own */
let isLearner = () => false

startReporting({
  build: import.meta.env.VITE_BUILD,
  app: () => (!isLearner() ? 'SITE' : inPhoneShell ? 'PHONE' : 'DESKTOP'),
})

/** Takes the page over: what the server rendered as it stands, its shell by rendering. */
async function start(root: HTMLElement): Promise<void> {
  reloadOnStaleChunks()
  watchStudentCalls()
  if (inPhoneShell) {
    document.documentElement.classList.add('phone-shell')
    keepWechatReturn()
    registerWorker()
    keepInstallQuestion()
  }
  await catchUp()
  await breath()
  // who is signed in already is led on from there
  const hydrationData = isAtDoor() && readSession() ? undefined : readHydration()
  const routes = hydrationData
    ? await withoutWaiting(appRoutes())
    : appRoutes(await browserRoutes())
  await breath()
  const router = createBrowserRouter(routes, {
    basename,
    window: windowWithLayers(),
    ...(hydrationData && { hydrationData, patchRoutesOnNavigation: addBrowserRoutes() }),
  })
  isLearner = () =>
    router.state.matches.some(({ route: { id } }) => id === learnerRouteId || id === doorsRouteId)
  reportRoute(() => routePattern(router.state.matches))
  router.subscribe((state) => {
    if (state.navigation.state !== 'idle' || !state.initialized) return
    const phone = phoneTargetHere(state.location)
    if (phone) return location.replace(phone)
    document.title = documentTitle(state, ownTitle(state.location))
  })
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
  // in slices: a slow phone stays scrollable meanwhile
  if (hydrationData) startTransition(() => void hydrateRoot(root, app))
  else {
    await untilReady(router)
    createRoot(root).render(app)
  }
}

const root = document.getElementById('root')
// an iPad says on the server that it is a Mac: only here it is known (specification §2 rule 1)
const phone = phoneTargetHere(location)
if (phone) location.replace(phone)
else if (root) void start(root)
