import { formatDateTime } from '@ce/client/format.ts'
import { accountClosingQuery, useCancelAccountClosing } from '@ce/client/privacy.ts'
import { useSession } from '@ce/client/session.ts'
import { Alert } from '@ce/ui/Alert.tsx'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'

/** While the account waits to be closed, every private page offers to keep it. */
export function ClosingNotice() {
  const session = useSession()
  const { data } = useQuery({ ...accountClosingQuery(), enabled: session !== null })
  const { pathname } = useLocation()
  // Hide the notice on the privacy page, which shows the closing in detail.
  if (!data?.waiting || pathname === paths.privacy()) return null
  return (
    <Alert kind="warning" title={`您的账号将在 ${formatDateTime(data.waiting.dueAt)} 注销`}>
      <div className={card.tools}>
        <CancelClosingButton kind="quiet" />
        <Link className={buttonClass('text')} to={paths.privacy()}>
          查看说明
        </Link>
      </div>
    </Alert>
  )
}

interface KeepButtonProps {
  kind: 'primary' | 'quiet'
  onKept?: () => void
}

export function CancelClosingButton({ kind, onKept }: KeepButtonProps) {
  const keep = useCancelAccountClosing()
  const stay = () =>
    keep.mutateAsync({}).then(
      () => {
        showNotice({ kind: 'success', title: '注销申请已撤回' })
        onKept?.()
      },
      () => undefined,
    )
  return (
    <Button kind={kind} busy={keep.isPending} onClick={stay}>
      撤回申请，继续使用
    </Button>
  )
}
