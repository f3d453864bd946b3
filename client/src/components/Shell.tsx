import { Notices } from '@ce/ui/Notices.tsx'
import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { LoadingOverlay } from './LoadingOverlay.tsx'
import { NavigationProgress } from './NavigationProgress.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { PageFocus } from './PageFocus.tsx'
import { PageScrollRestoration } from './PageScroll.tsx'

interface ShellProps {
  title: ReactNode
}

export function AppShell({ title }: ShellProps) {
  return (
    <>
      <NavigationProgress />
      {title}
      <PageScrollRestoration />
      <OfflineBanner />
      <Outlet />
      {/* Renders after the page, so that a field with autofocus comes first. */}
      <PageFocus />
      <LoadingOverlay />
      <Notices />
    </>
  )
}
