import { Shell } from '@ce/frame/Shell.tsx'
import { PageTitle } from '@ce/frame/student/PageTitle.tsx'

/** What stands around every page. */
export function RootLayout() {
  return <Shell title={<PageTitle />} />
}
