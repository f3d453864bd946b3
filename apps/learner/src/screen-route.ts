import type { NonIndexRouteObject } from 'react-router'

/** A route of one screen; `path` is the full path from paths.ts. */
export type ScreenRoute = Omit<NonIndexRouteObject, 'path' | 'handle' | 'children'> & {
  path: string
  handle: {
    /** The document title becomes `标题 - 站名` (docs/rules/screens.md#titles). */
    title: string
    /** True if the screen shows its own offline notice. */
    ownOfflineBanner?: boolean
  }
}
