import type { SelectQueryBuilder } from 'kysely'
import { countOf } from './count.ts'

/** Which page of a list: the first is 1. */
export interface Paging {
  page: number
  pageSize: number
}

/** One page as calls answer it; `total`: how many rows all pages have together. */
export interface Page<Row> extends Paging {
  list: Row[]
  total: number
}

/** A page of the rows, in their order. `total`: counted already, where what is shown of a row joins tables that narrow nothing. */
export async function pageOf<Tables, From extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, From, Row>,
  { page, pageSize }: Paging,
  total?: number,
) {
  total ??= await countOf(rows)
  const list = await rows
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { list, total, page, pageSize }
}

/** A page of a list that was read whole. */
export function pageWithin<Row>(all: readonly Row[], { page, pageSize }: Paging): Page<Row> {
  const list = all.slice((page - 1) * pageSize, page * pageSize)
  return { list, total: all.length, page, pageSize }
}
