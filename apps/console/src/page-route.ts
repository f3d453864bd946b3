import type { Permission } from '@ce/contract'
import type { NonIndexRouteObject } from 'react-router'

/** What a page tells the shell. */
export interface PageHandle {
  /** becomes `标题 - 管理后台` */
  title: string
  /** who lacks it sees a sentence instead of the page; none: every member of staff */
  permission?: Permission
  /** stands alone, without the menu: a preview as readers see it */
  bare?: boolean
}

/** One page of a desk: `path` is the whole path from paths.ts, `lazy` loads its component. */
export type PageRoute = Omit<NonIndexRouteObject, 'path' | 'handle' | 'children'> & {
  path: string
  handle: PageHandle
}
