import '@ce/site/site.css'
import { SiteLayout } from '@ce/site/SiteLayout.tsx'
import { WayIn } from '@ce/site/WayIn.tsx'

/** The way in; the full public home page is the site's next step. */
export function HomePage() {
  return (
    <SiteLayout>
      <WayIn />
    </SiteLayout>
  )
}
