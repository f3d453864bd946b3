import { HomeMark } from '@ce/client/components/HomeMark.tsx'
import { useSiteInfo } from '@ce/site/data.ts'
import { builtInSiteName } from '@ce/site/title.ts'
import { paths } from '../../paths.ts'

/** The site's name, the way back to its home page. */
export function SiteName() {
  return <HomeMark to={paths.home()} name={useSiteInfo()?.title ?? builtInSiteName} />
}
