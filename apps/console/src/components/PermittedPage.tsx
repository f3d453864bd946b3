import { useStaffSession } from '@ce/client/staff-session.ts'
import { Outlet } from 'react-router'
import { NoPermission } from './NoPermission.tsx'
import { usePageHandle } from './use-page-handle.ts'

/** The page, when one's roles open it; else a sentence why not. */
export function PermittedPage() {
  const session = useStaffSession()
  const needed = usePageHandle()?.permission
  // signed out a moment ago: the page stays until the login is there
  if (!needed || !session || session.me.permissions.includes(needed)) return <Outlet />
  return <NoPermission permission={needed} />
}
