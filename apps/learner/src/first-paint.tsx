import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { type RouteObject, redirect } from 'react-router'
import { QueryRoot } from './components/QueryRoot.tsx'
import { Screen } from './components/Screen.tsx'
import { paths } from './paths.ts'
import { isInSystem, screens } from './routes.tsx'
import type { ScreenRoute } from './screen-route.ts'
import { SystemShell } from './shells/Private.tsx'
import { isTab } from './shells/phone/TabBar.tsx'

/** the chunks that every screen of a learner needs (vite.config.ts) */
const chunk = 'learner shared query routes Private'

/** A screen as it stands before anything is known of the person: what is around it, its heading, and the shape of what comes. */
function skeletonOf({ path, handle }: ScreenRoute): RouteObject {
  return {
    path,
    handle: { ...handle, chunk, noIndex: true, skeleton: true },
    Component: () => (
      <Screen title={handle.title} tab={isTab(path)} noNotice>
        <Skeleton shape={['title', 'line', 'line', 'card']} />
      </Screen>
    ),
  }
}

/**
 * What the server sends of a learner's screens, which only the browser can fill: nothing of a person is in it, so one markup is everybody's.
 * The application replaces it once its own first screen is ready.
 */
export const skeletonRoutes: RouteObject[] = [
  {
    Component: QueryRoot,
    children: [
      {
        path: paths.system(),
        Component: SystemShell,
        children: [
          { index: true, loader: () => redirect(paths.dashboard()) },
          ...screens.filter(isInSystem).map(skeletonOf),
        ],
      },
      ...screens.filter((screen) => !isInSystem(screen)).map(skeletonOf),
    ],
  },
]
