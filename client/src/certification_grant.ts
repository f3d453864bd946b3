import type { ClientOutput } from './call.ts'
import { read, useWrite } from './query.ts'

export const yearGrantQuery = (year: number) => read('GET /certification_grant/v1/query', { year })

export type LedgerEntry = ClientOutput<'GET /certification_grant/v1/ledger'>['entries'][number]
export const ownHoursLedgerQuery = (year: number) => read('GET /certification_grant/v1/ledger', { year })

/** The ledger path is fetched at each use, because the daily root changes. */
export const ledgerInclusionPathQuery = () => read('GET /certification_grant/v1/ledger_path', {})

/** The PDF's address lives for ten minutes. */
export const usePrintYearProofs = () => useWrite('POST /certification_grant/v1/print_years', [])
