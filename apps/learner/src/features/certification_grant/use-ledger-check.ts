import { ledgerPathQuery } from '@ce/client/certification_grant.ts'
import { checkInclusion, type LedgerPath } from '@ce/client/check-inclusion.ts'
import { saveAs } from '@ce/client/save-as.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

/** Works out on this device that every hour of one's own is in the newest published root. */
export function useLedgerCheck() {
  const queries = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: async () => {
      const path = await queries.fetchQuery({ ...ledgerPathQuery(), staleTime: 0 })
      return { path, result: await checkInclusion(path) }
    },
  })
}

/** Everything that was checked, to keep: it can be checked again without this portal (docs/ledger.md). */
export function saveLedgerPath(path: LedgerPath): void {
  const file = new Blob([JSON.stringify(path, null, 2)], { type: 'application/json' })
  saveAs(file, `学时台账核对-${path.seal.day}.json`)
}
