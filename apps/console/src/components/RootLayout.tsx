import { AppShell } from '@ce/client/components/Shell.tsx'
import { PageTitle } from './PageTitle.tsx'

export function RootLayout() {
  return <AppShell title={<PageTitle />} />
}
