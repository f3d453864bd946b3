import type { Permission } from '@ce/contract'
import type { NonIndexRouteObject } from 'react-router'
import type { SideItem } from './kit/SideMenu.tsx'

/** The menu headings in display order. */
export const menuGroups = ['内容', '教学', '学员', '考务', '学时与证明', '财务', '系统'] as const

export interface PageHandle {
  title: string
  /** If missing, every staff member may open the page. */
  permission?: Permission
  /** Marks a desk: the menu shows its title to staff with the permission. */
  menu?: {
    group: (typeof menuGroups)[number]
    Icon: SideItem['Icon']
  }
  /** True shows the page without the menu, for previews as readers see them. */
  bare?: boolean
}

/** One page of the console: `path` is the whole path below /console, `lazy` loads its component. */
export type PageRoute = Omit<NonIndexRouteObject, 'path' | 'handle' | 'children'> & {
  path: string
  handle: PageHandle
}
