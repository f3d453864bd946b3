import type { Output } from '@ce/client/call.ts'
import type { LoaderFunctionArgs } from 'react-router'
import { callsOf } from './data.ts'
import { readQuery } from './read-query.ts'

export type LedgerData = Output<'GET /certification_grant/v1/ledger_roots'>

const pageSize = 30

/** 学时每日公示: the roots of the days that are sealed, a page of them. */
export function loadLedger(args: LoaderFunctionArgs): Promise<LedgerData> {
  const { page } = readQuery(args.request.url)
  return callsOf(args)('GET /certification_grant/v1/ledger_roots', { page, pageSize })
}
