import { Notices } from '@ce/ui/Notices.tsx'
import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { LoadingOverlay } from './LoadingOverlay.tsx'
import { NavigationProgress } from './NavigationProgress.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { PageFocus } from './PageFocus.tsx'
import { ScrollPlace } from './ScrollPlace.tsx'

interface ShellProps {
  /** tells the document's */
  title: ReactNode
}

/** What stands around every page. */
export function Shell({ title }: ShellProps) {
  return (
    <>
      <NavigationProgress />
      {title}
      <ScrollPlace />
      <OfflineBanner />
      <Outlet />
      {/* after the page: a field of its own takes the focus first */}
      <PageFocus />
      <LoadingOverlay />
      <Notices />
    </>
  )
}
