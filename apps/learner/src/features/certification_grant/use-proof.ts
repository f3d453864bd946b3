import { CallRefused } from '@ce/client/call.ts'
import { grantInfoQuery } from '@ce/client/certification_grant.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'

/** the PDF's signed address lives ten minutes: the page renews it before */
const renewMs = 8 * 60_000

/** The proof that the address names. `missing`: there is none, or it is somebody else's. */
export function useProof() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const query = useQuery({ ...grantInfoQuery(id), enabled: id !== '', refetchInterval: renewMs })
  return { query, missing: id === '' || query.error instanceof CallRefused }
}
