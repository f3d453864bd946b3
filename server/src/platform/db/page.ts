import { type SelectQueryBuilder, sql } from 'kysely'

export interface PageRequest {
  page: number
  pageSize: number
}

/** `total` counts the rows of all pages. */
export interface Page<Row> extends PageRequest {
  list: Row[]
  total: number
}

/** Pass `total` when a cheaper query can count the rows. */
export async function selectPage<Tables, From extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, From, Row>,
  { page, pageSize }: PageRequest,
  total?: number,
) {
  total ??= await countQueryRows(rows)
  const list = await rows
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { list, total, page, pageSize }
}

export function pageOfList<Row>(all: readonly Row[], { page, pageSize }: PageRequest): Page<Row> {
  const list = all.slice((page - 1) * pageSize, page * pageSize)
  return { list, total: all.length, page, pageSize }
}

export async function countQueryRows<Tables, From extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, From, Row>,
): Promise<number> {
  const { count } = await rows
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    // Table names are generic here, so the type is not inferred.
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return count
}

/** Whether the query has any row, whatever columns it selects. */
export async function hasAnyRow<Tables, From extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, From, Row>,
): Promise<boolean> {
  const one = rows.clearSelect().select(sql`1`.as('one')).limit(1)
  return (await one.executeTakeFirst()) !== undefined
}
