import { Shell } from '@ce/frame/Shell.tsx'
import { PageTitle } from './PageTitle.tsx'

/** What stands around every page of the console. */
export function RootLayout() {
  return <Shell title={<PageTitle />} />
}
