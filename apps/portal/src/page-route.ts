import type { NonIndexRouteObject } from 'react-router'

/** What a page tells the shell. */
export interface PageHandle {
  /** becomes `标题 - 站名` (specification §2) */
  title: string
  /** everybody may see it; without this a page needs sign-in */
  open?: boolean
  /** the page says itself, in its own words, when the network is away */
  ownOfflineBanner?: boolean
}

/**
 * One page of a module: `path` is the whole path from paths.ts (those under /system get the private layout),
 * `lazy` loads its component.
 */
export type PageRoute = Omit<NonIndexRouteObject, 'path' | 'handle' | 'children'> & {
  path: string
  handle: PageHandle
}
