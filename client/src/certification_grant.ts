import type { Output } from './call.ts'
import { read, useWrite } from './query.ts'

/** One year's hours and proof. */
export const grantQuery = (year: number) => read('GET /certification_grant/v1/query', { year })

export type LedgerEntry = Output<'GET /certification_grant/v1/ledger'>['entries'][number]
/** Why a year's figures are what they are, entry by entry, the newest first. */
export const ownLedgerQuery = (year: number) => read('GET /certification_grant/v1/ledger', { year })

/** Asked anew each time: the root is of today. */
export const ledgerPathQuery = () => read('GET /certification_grant/v1/ledger_path', {})

/** The valid proofs of some years in one PDF; its address is good for ten minutes. */
export const usePrintYears = () => useWrite('POST /certification_grant/v1/print_years', [])
