import { emailHint } from '@ce/client/invoice-title.ts'
import { outsideQuery } from '@ce/client/message.ts'
import { useQuery } from '@tanstack/react-query'

/** What is said below the address of an application. */
export function useEmailHint(): string {
  const { data } = useQuery(outsideQuery())
  const email = data?.channels.find(({ channel }) => channel === 'EMAIL')
  return emailHint(email?.agreedAt ? (email.to ?? undefined) : undefined, email !== undefined)
}
