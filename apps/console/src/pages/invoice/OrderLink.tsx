import { usePermission } from '@ce/client/staff-session.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'

export function OrderLink({ orderNo, children }: { orderNo: string; children: ReactNode }) {
  const maySee = usePermission('finance.read')
  return maySee ? <Link to={paths.financeOrder(orderNo)}>{children}</Link> : children
}
