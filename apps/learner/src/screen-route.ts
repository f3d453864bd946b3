import type { NonIndexRouteObject } from 'react-router'

/** One screen of a feature: `path` is the whole path from paths.ts, `lazy` loads its component. */
export type ScreenRoute = Omit<NonIndexRouteObject, 'path' | 'handle' | 'children'> & {
  path: string
  handle: {
    /** becomes `标题 - 站名` (specification §2) */
    title: string
    /** everybody may see it; without this a screen needs sign-in */
    open?: boolean
    /** the screen says itself, in its own words, when the network is away */
    ownOfflineBanner?: boolean
  }
}
