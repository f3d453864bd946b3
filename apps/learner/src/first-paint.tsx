import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { type RouteObject, redirect } from 'react-router'
import { QueryRoot } from './components/QueryRoot.tsx'
import { ScreenLayout } from './components/Screen.tsx'
import { paths } from './paths.ts'
import { isPrivateScreen, learnerScreens } from './routes.tsx'
import type { ScreenRoute } from './screen-route.ts'
import { PrivateShell } from './shells/Private.tsx'
import { isTabPath } from './shells/phone/TabBar.tsx'

/** Names of the chunks that every private screen needs (vite.config.ts). */
const chunk = 'query doors private routes Private'

/** Makes a skeleton from frame, heading and placeholder only, without personal data. */
function skeletonOf({ path, handle }: ScreenRoute): RouteObject {
  return {
    path,
    handle: { ...handle, chunk, noIndex: true, skeleton: true },
    Component: () => (
      <ScreenLayout title={handle.title} tab={isTabPath(path)} noNotice>
        <Skeleton shape={['title', 'line', 'line', 'card']} />
      </ScreenLayout>
    ),
  }
}

/** The server sends one skeleton to everybody. The application replaces it. */
export const skeletonRoutes: RouteObject[] = [
  {
    Component: QueryRoot,
    children: [
      {
        path: paths.system(),
        Component: PrivateShell,
        children: [
          { index: true, loader: () => redirect(paths.dashboard()) },
          ...learnerScreens.filter(isPrivateScreen).map(skeletonOf),
        ],
      },
      ...learnerScreens.filter((screen) => !isPrivateScreen(screen)).map(skeletonOf),
    ],
  },
]
