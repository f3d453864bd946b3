import { SiteLayout } from '@ce/site/SiteLayout.tsx'
import { lazy, Suspense } from 'react'

/** Load the tab bar lazily, because visitors without a session have none. */
const TabBar = lazy(async () => ({ default: (await import('./phone/TabBar.tsx')).TabBar }))

/** The frame of public pages; signed-in students keep their tab bar there. */
export function PublicLayout() {
  return (
    <SiteLayout
      tabs={
        <Suspense>
          <TabBar />
        </Suspense>
      }
    />
  )
}
