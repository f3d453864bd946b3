import { staffNamesQuery } from '@ce/client/staff/staff.ts'
import { useQuery } from '@tanstack/react-query'
import { who } from './who.ts'

/** Names whoever wrote a row by the log's actor, a colleague by name: for words that are put together. */
export function useWho(): (actor: string) => string {
  const { data = [] } = useQuery(staffNamesQuery())
  const names = new Map(data.map(({ username, name }) => [username, name]))
  return (actor) => who(actor, names)
}

/** That name where it stands by itself. */
export function Who({ actor }: { actor: string }) {
  return useWho()(actor)
}
