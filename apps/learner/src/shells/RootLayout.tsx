import { AppShell } from '@ce/client/components/Shell.tsx'
import { PageTitleAnnouncer } from '../components/PageTitle.tsx'

export function RootLayout() {
  return <AppShell title={<PageTitleAnnouncer />} />
}
