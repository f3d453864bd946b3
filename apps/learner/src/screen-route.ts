import type { NonIndexRouteObject } from 'react-router'

/** One screen of a signed-in learner: `path` is the whole path from paths.ts, `lazy` loads its component. */
export type ScreenRoute = Omit<NonIndexRouteObject, 'path' | 'handle' | 'children'> & {
  path: string
  handle: {
    /** becomes `标题 - 站名` (specification §2) */
    title: string
    /** the screen says itself, in its own words, when the network is away */
    ownOfflineBanner?: boolean
  }
}
