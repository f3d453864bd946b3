import { formatDateTime } from '@ce/client/format.ts'
import { closingQuery, useKeepAccount } from '@ce/client/privacy.ts'
import { useSession } from '@ce/client/session.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { Link, useLocation } from 'react-router'
import { paths } from '../paths.ts'

/** Whoever signs in while the account is about to be closed is offered to keep it. */
export function ClosingNotice() {
  const session = useSession()
  const { data } = useQuery({ ...closingQuery(), enabled: session !== null })
  const keep = useKeepAccount()
  const { pathname } = useLocation()
  // the page itself says more
  if (!data?.waiting || pathname === paths.privacy()) return null
  const stay = () =>
    keep.mutate({}, { onSuccess: () => showNotice({ kind: 'success', title: '注销申请已撤回' }) })
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 16 }}
      title={`您的账号将在 ${formatDateTime(data.waiting.dueAt)} 注销`}
      description={
        <>
          <Button size="small" loading={keep.isPending} onClick={stay}>
            撤回申请，继续使用
          </Button>{' '}
          <Link to={paths.privacy()}>查看说明</Link>
        </>
      }
    />
  )
}
