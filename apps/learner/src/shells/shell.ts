import { useSiteBase } from '@ce/site/paths.ts'

/** How the app is drawn: with a sidebar at `/`, or with a tab bar at `/h5`. */
export type ShellName = 'desktop' | 'phone'

/** The shell of the page that is open; the same on the server and in the browser. */
export function useShell(): ShellName {
  return useSiteBase() ? 'phone' : 'desktop'
}
