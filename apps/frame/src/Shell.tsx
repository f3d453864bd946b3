import { Notices } from '@ce/ui/Notices.tsx'
import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { LoadingOverlay } from './LoadingOverlay.tsx'
import { NavigationProgress } from './NavigationProgress.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { ScrollToTop } from './ScrollToTop.tsx'

/** What stands around every page; `title` tells the document's. */
export function Shell({ title }: { title: ReactNode }) {
  return (
    <>
      <NavigationProgress />
      {title}
      <ScrollToTop />
      <OfflineBanner />
      <Outlet />
      <LoadingOverlay />
      <Notices />
    </>
  )
}
