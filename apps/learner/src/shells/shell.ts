import { useSiteBase } from '@ce/site/paths.ts'
import { createContext, useContext } from 'react'

/** `desktop` has a sidebar and starts at `/`, `phone` has a tab bar and starts at `/h5`. */
export type ShellName = 'desktop' | 'phone'

/** Returns the shell of the address, with the same result on the server and in the browser. */
export function useShell(): ShellName {
  return useSiteBase() ? 'phone' : 'desktop'
}

export const InLayoutContext = createContext(false)

export const useIsInLayout = () => useContext(InLayoutContext)
