import { Button } from '@ce/ui/Button.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { ErrorState } from '@ce/ui/States.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { withRequestNumber } from '../answers.ts'
import { CallFailed, CallOffline, CallRefused } from '../call.ts'
import { offlineWords } from '../offline-words.ts'

interface LoadedProps<Data> {
  query: UseQueryResult<Data>
  /** the shape of what is coming */
  skeleton?: ReactNode
  /** something else that shows with it is on its way */
  wait?: boolean
  /** what was done just before may have changed it, as a payment what is signed up for: told only as it was read since */
  unsure?: boolean
  /** in place of a refusal that says only that there is no such thing (isMissing): asked again it would say the same */
  missing?: ReactNode
  children: (data: Data) => ReactNode
}

/** Shows a query's data, or its skeleton, or why there is none and a way to try again. */
export function Loaded<Data>({
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
  if (missing !== undefined && data === undefined && isMissing(query.error)) return missing
  if (isError && (data === undefined || unsure))
    return <Problem error={query.error} retrying={isFetching} retry={() => query.refetch()} />
  return skeleton ?? <Skeleton shape={['title', 'line', 'line', 'card']} />
}

/** An address that names nothing, one that is cut off or mistyped, and one that names another person's row look the same. */
export function isMissing(error: Error | null): boolean {
  return (
    error instanceof CallRefused && /(^common\.invalid|notFound|NotFound)$/.test(error.key ?? '')
  )
}

/** The address names its row by no id that there could be: who reads it filled in no field. */
function isCutOff(error: Error | null): boolean {
  return (
    error instanceof CallRefused &&
    error.key === 'common.invalid' &&
    Object.keys(error.fields).join() === 'id'
  )
}

interface ProblemProps {
  error: Error | null
  retrying: boolean
  retry: () => void
}

/** Why something could not be shown, by what kind of failure it was. */
export function Problem({ error, retrying, retry }: ProblemProps) {
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

/** The page is about to lead to the login: trying again would change nothing. */
function isSignedOut(error: Error | null): boolean {
  return error instanceof CallFailed && error.status === 401
}

function words(error: Error | null): { title: string; text: string } {
  if (isCutOff(error))
    return { title: '没有找到这一项', text: '网址可能不完整，请返回列表重新打开。' }
  if (error instanceof CallRefused) return { title: error.msg, text: '' }
  if (error instanceof CallOffline)
    return {
      title: navigator.onLine ? offlineWords.unreachable : offlineWords.offline,
      text: offlineWords.kept,
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
