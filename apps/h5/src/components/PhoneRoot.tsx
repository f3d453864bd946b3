import { Shell } from '@ce/frame/Shell.tsx'
import { PageTitle } from '@ce/frame/student/PageTitle.tsx'
import { ScrollRestoration } from 'react-router'

/** What stands around every screen; back leads to where a list was left. */
export function PhoneRoot() {
  return <Shell title={<PageTitle />} scroll={<ScrollRestoration />} />
}
