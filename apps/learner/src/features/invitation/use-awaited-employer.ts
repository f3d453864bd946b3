import { myInvitationsQuery } from '@ce/client/invitation.ts'
import { useQuery } from '@tanstack/react-query'
import { payingEmployerOf } from './notes.ts'

/** Returns the employer that will pay for a year or a sign; undefined if none will. */
export function usePayingEmployer(of: Parameters<typeof payingEmployerOf>[1]): string | undefined {
  const { data } = useQuery(myInvitationsQuery())
  return payingEmployerOf(data?.list, of)
}

/**
 * Returns the employer that will pay for a student's unpaid order. Only its first sign is checked, because an order
 * with several signs is an employer's own.
 */
export function usePayingEmployerOfOrder({
  status,
  lines: [line],
}: {
  status: string
  lines: { signId: string }[]
}): string | undefined {
  const employer = usePayingEmployer({ signId: line?.signId ?? '' })
  return status === 'PENDING' ? employer : undefined
}
