import { Shell } from '@ce/client/components/Shell.tsx'
import { PageTitle } from '../components/PageTitle.tsx'

/** What stands around every page. */
export function RootLayout() {
  return <Shell title={<PageTitle />} />
}
