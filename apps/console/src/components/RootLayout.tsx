import { Shell } from '@ce/client/components/Shell.tsx'
import { PageTitle } from './PageTitle.tsx'

/** What stands around every page of the console. */
export function RootLayout() {
  return <Shell title={<PageTitle />} />
}
