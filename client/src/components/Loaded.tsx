import { Button } from '@ce/ui/Button.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { ErrorState } from '@ce/ui/States.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { withRequestNumber } from '../answers.ts'
import { CallFailed, CallOffline, CallRefused } from '../call.ts'
import { offlineText } from '../offline-text.ts'

interface LoadedProps<Data> {
  query: UseQueryResult<Data>
  skeleton?: ReactNode
  wait?: boolean
  /**
   * True after an action that may have changed the data, such as a payment. Cached data is then not shown; only a new
   * fetch counts.
   */
  unsure?: boolean
  /**
   * Shown instead of an error with a retry button when `isNotFoundRefusal` is true, because a retry would fail again.
   */
  missing?: ReactNode
  children: (data: Data) => ReactNode
}

export function QueryContent<Data>({
  query,
  skeleton,
  wait = false,
  unsure = false,
  missing,
  children,
}: LoadedProps<Data>) {
  const { data, isError, isFetching } = query
  const asked = !unsure || (!isError && (!isFetching || query.isFetchedAfterMount))
  if (data !== undefined && asked && !wait) return children(data)
  if (missing !== undefined && data === undefined && isNotFoundRefusal(query.error)) return missing
  if (isError && (data === undefined || unsure))
    return <LoadProblem error={query.error} retrying={isFetching} retry={() => query.refetch()} />
  return skeleton ?? <Skeleton shape={['title', 'line', 'line', 'card']} />
}

/**
 * Whether a refusal means that this person cannot see such a row: a missing row, an invalid id and another person's row
 * are treated alike.
 */
export function isNotFoundRefusal(error: Error | null): boolean {
  return error instanceof CallRefused && /(^common\.invalid|notFound|NotFound)$/.test(error.key ?? '')
}

/**
 * Whether the id in the page's address is invalid. The server's message for this case is about a form field and would
 * not fit.
 */
function isCutOff(error: Error | null): boolean {
  return error instanceof CallRefused && error.key === 'common.invalid' && Object.keys(error.fields).join() === 'id'
}

interface ProblemProps {
  error: Error | null
  retrying: boolean
  retry: () => void
}

export function LoadProblem({ error, retrying, retry }: ProblemProps) {
  const { title, text } = words(error)
  return (
    <ErrorState
      title={title}
      action={
        !isSignedOut(error) && (
          <Button kind="quiet" onClick={retry} busy={retrying}>
            重试
          </Button>
        )
      }
    >
      {text}
    </ErrorState>
  )
}

/** Whether the session has ended. The page then redirects to the login, so a retry button would be useless. */
function isSignedOut(error: Error | null): boolean {
  return error instanceof CallFailed && error.status === 401
}

function words(error: Error | null): { title: string; text: string } {
  if (isCutOff(error)) return { title: '没有找到这一项', text: '网址可能不完整，请返回列表重新打开。' }
  if (error instanceof CallRefused) return { title: error.msg, text: '' }
  if (error instanceof CallOffline)
    return {
      title: navigator.onLine ? offlineText.unreachable : offlineText.offline,
      text: offlineText.kept,
    }
  if (isSignedOut(error)) return { title: '请重新登录', text: '身份验证已过期，页面即将刷新。' }
  return {
    title: '没有加载成功',
    text: withRequestNumber(
      '服务器暂时没有正确回应，请稍后重试；如一直如此，请联系客服。',
      error instanceof CallFailed ? error.requestId : undefined,
    ),
  }
}
