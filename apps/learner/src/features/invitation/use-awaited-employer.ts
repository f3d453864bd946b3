import { myInvitationsQuery } from '@ce/client/invitation.ts'
import { useQuery } from '@tanstack/react-query'
import { awaitedEmployer } from './notes.ts'

/** The employer that was agreed to and is about to pay this; undefined: none is. */
export function useAwaitedEmployer(of: Parameters<typeof awaitedEmployer>[1]): string | undefined {
  const { data } = useQuery(myInvitationsQuery())
  return awaitedEmployer(data?.list, of)
}

/** The same of an order that waits; several signs are an employer's order, which is nobody's own. */
export function useEmployerInstead({
  status,
  lines: [line],
}: {
  status: string
  lines: { signId: string }[]
}): string | undefined {
  const employer = useAwaitedEmployer({ signId: line?.signId ?? '' })
  return status === 'PENDING' ? employer : undefined
}
