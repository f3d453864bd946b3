import { hasStaffPermission, type StaffSession, useStaffSession } from '@ce/client/staff-session.ts'
import type { Permission } from '@ce/contract'
import { createContext, useContext } from 'react'
import type { SideItem } from '../kit/SideMenu.tsx'
import { menuGroups, type PageRoute } from '../page-route.ts'

/** A menu heading with the desks below it. */
export interface DeskGroup {
  title: string
  desks: readonly Desk[]
}
type Desk = SideItem & { permission: Permission | undefined }

/** Groups all desks by menu heading; desks of one heading keep the order of the pages. */
export function deskGroups(pages: readonly PageRoute[]): readonly DeskGroup[] {
  return menuGroups.map((title) => ({
    title,
    desks: pages.flatMap(({ path, handle: { title: text, permission, menu } }) =>
      menu?.group === title ? [{ to: path, text, Icon: menu.Icon, permission }] : [],
    ),
  }))
}

/** The layout provides the desk groups to its menu and to the home page. */
export const DeskGroupsContext = createContext<readonly DeskGroup[]>([])

/** Returns the desks that the permissions of the signed-in staff member open. */
export const useDeskGroups = () => permittedDeskGroups(useStaffSession(), useContext(DeskGroupsContext))

/** Returns the desks that this session may open; a heading without such a desk is left out. */
export function permittedDeskGroups(session: StaffSession | null, all: readonly DeskGroup[]): readonly DeskGroup[] {
  return all
    .map(({ title, desks }) => ({
      title,
      desks: desks.filter(({ permission }) => !permission || hasStaffPermission(session, permission)),
    }))
    .filter(({ desks }) => desks.length > 0)
}

export function deskGroupOfPath(path: string, shown: readonly DeskGroup[]): string | undefined {
  return shown.find(({ desks }) => desks.some(({ to }) => path === to || path.startsWith(`${to}/`)))?.title
}
