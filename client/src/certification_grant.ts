import { read, useWrite } from './query.ts'

export const grantQuery = (year?: number) => read('GET /certification_grant/v1/query', { year })
export const grantInfoQuery = (id: string) => read('GET /certification_grant/v1/info', { id })

/** Asked anew each time: the root is of today. */
export const ledgerPathQuery = () => read('GET /certification_grant/v1/ledger_path', {})

export const usePrintYears = () => useWrite('POST /certification_grant/v1/print_years', [])
