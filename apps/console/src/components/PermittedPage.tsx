import { useStaffSession } from '@ce/client/staff-session.ts'
import { Outlet } from 'react-router'
import { NoPermission } from './NoPermission.tsx'
import { usePageHandle } from './use-page-handle.ts'

export function PermittedPage() {
  const session = useStaffSession()
  const needed = usePageHandle()?.permission
  if (!needed || !session || session.me.permissions.includes(needed)) return <Outlet />
  return <NoPermission permission={needed} />
}
