import { useSession } from '@ce/client/session.ts'
import { keepUser, profileQuery } from '@ce/client/student.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

/** the picture's address lives ten minutes */
const renewMs = 8 * 60_000

/** Keeps name, picture and password flag of the session as the server has them. */
export function useKeptProfile(): void {
  const session = useSession()
  const { data: profile } = useQuery({
    ...profileQuery(),
    enabled: session !== null,
    staleTime: renewMs,
    refetchInterval: renewMs,
  })
  useEffect(() => {
    if (profile) keepUser(profile)
  }, [profile])
}
