import { Shell } from '@ce/client/components/Shell.tsx'
import { PageTitle } from '../components/PageTitle.tsx'

/** What stands around every page of an employer. */
export function EmployerRoot() {
  return <Shell title={<PageTitle site="单位服务" />} />
}
