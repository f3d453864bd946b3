import { Notices } from '@ce/ui/Notices.tsx'
import { Outlet } from 'react-router'
import { LoadingOverlay } from './LoadingOverlay.tsx'
import { NavigationProgress } from './NavigationProgress.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { PageTitle } from './PageTitle.tsx'
import { ScrollToTop } from './ScrollToTop.tsx'

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
