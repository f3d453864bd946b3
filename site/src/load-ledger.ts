import type { ClientOutput } from '@ce/client/call.ts'
import type { LoaderFunctionArgs } from 'react-router'
import { siteCallsOf } from './data.ts'
import { readSiteQuery } from './read-query.ts'

export type LedgerData = ClientOutput<'GET /certification_grant/v1/ledger_roots'>

const pageSize = 30

/** Loads one page of the published daily roots. */
export function loadLedger(args: LoaderFunctionArgs): Promise<LedgerData> {
  const { page } = readSiteQuery(args.request.url)
  return siteCallsOf(args)('GET /certification_grant/v1/ledger_roots', { page, pageSize })
}
