import { HomeLogoLink } from '@ce/client/components/HomeLogoLink.tsx'
import { useSiteInfo } from '@ce/site/data.ts'
import { builtInSiteName } from '@ce/site/title.ts'
import { paths } from '../../paths.ts'

export function SiteNameLink() {
  return <HomeLogoLink to={paths.home()} name={useSiteInfo()?.title ?? builtInSiteName} />
}
