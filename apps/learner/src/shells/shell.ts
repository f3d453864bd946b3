import { useSiteBase } from '@ce/site/paths.ts'
import { createContext, useContext } from 'react'

/** How the app is drawn: with a sidebar at `/`, or with a tab bar at `/h5`. */
export type ShellName = 'desktop' | 'phone'

/** The shell of the page that is open; the same on the server and in the browser. */
export function useShell(): ShellName {
  return useSiteBase() ? 'phone' : 'desktop'
}

/** true: a layout stands around the screen already and brings `main`, the notices and the way to other screens */
export const InLayout = createContext(false)

export const useInLayout = () => useContext(InLayout)
