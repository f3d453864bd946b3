import { AppShell } from '@ce/client/components/Shell.tsx'
import { PageTitle } from '../components/PageTitle.tsx'

export function EmployerRoot() {
  return <AppShell title={<PageTitle site="单位服务" />} />
}
