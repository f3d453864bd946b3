import { LoadingOverlay } from '@ce/frame/LoadingOverlay.tsx'
import { NavigationProgress } from '@ce/frame/NavigationProgress.tsx'
import { OfflineBanner } from '@ce/frame/OfflineBanner.tsx'
import { ScrollToTop } from '@ce/frame/ScrollToTop.tsx'
import { Notices } from '@ce/ui/Notices.tsx'
import { Outlet } from 'react-router'
import { PageTitle } from './PageTitle.tsx'

/** What stands around every page. */
export function RootLayout() {
  return (
    <>
      <NavigationProgress />
      <PageTitle />
      <ScrollToTop />
      <OfflineBanner />
      <Outlet />
      <LoadingOverlay />
      <Notices />
    </>
  )
}
