import { siteInfoQuery } from '@ce/client/first_page.ts'
import { HomeMark } from '@ce/frame/HomeMark.tsx'
import { builtInSiteName } from '@ce/site/title.ts'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../paths.ts'

/** The site's name, the way back to its home page. */
export function SiteName() {
  const { data } = useQuery(siteInfoQuery())
  return <HomeMark to={paths.home()} name={data?.title ?? builtInSiteName} />
}
