import { formatDateTime } from '@ce/client/format.ts'
import { closingQuery, useKeepAccount } from '@ce/client/privacy.ts'
import { useSession } from '@ce/client/session.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { paths } from '../../paths.ts'

// here, not with the other words: every page has the notice, and need not load those
export const keepWords = '撤回申请，继续使用'

/** Keeps the account after all, and says so. */
export function useKeeping() {
  const keep = useKeepAccount()
  const stay = () =>
    keep.mutateAsync({}).then(
      () => void showNotice({ kind: 'success', title: '注销申请已撤回' }),
      () => undefined, // the refusal has been shown
    )
  return { stay, busy: keep.isPending }
}

/** Whoever signs in while the account is about to be closed is offered to keep it; null while it is not. */
export function useClosingNotice() {
  const session = useSession()
  const { data } = useQuery({ ...closingQuery(), enabled: session !== null })
  const keeping = useKeeping()
  const { pathname } = useLocation()
  // the page itself says more
  if (!data?.waiting || pathname === paths.privacy()) return null
  return {
    title: `您的账号将在 ${formatDateTime(data.waiting.dueAt)} 注销`,
    more: '查看说明',
    keep: keepWords,
    ...keeping,
  }
}
