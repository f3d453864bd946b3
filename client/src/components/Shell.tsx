import { Notices } from '@ce/ui/Notices.tsx'
import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { LoadingOverlay } from './LoadingOverlay.tsx'
import { NavigationProgress } from './NavigationProgress.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { PageFocus } from './PageFocus.tsx'
import { ScrollToTop } from './ScrollToTop.tsx'

interface ShellProps {
  /** tells the document's */
  title: ReactNode
  /** where a page is scrolled to when it comes */
  scroll?: ReactNode
}

/** What stands around every page. */
export function Shell({ title, scroll = <ScrollToTop /> }: ShellProps) {
  return (
    <>
      <NavigationProgress />
      {title}
      {scroll}
      <OfflineBanner />
      <Outlet />
      {/* after the page: a field of its own takes the focus first */}
      <PageFocus />
      <LoadingOverlay />
      <Notices />
    </>
  )
}
