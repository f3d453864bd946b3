import type { SelectQueryBuilder } from 'kysely'

/** How many rows fit, whatever is shown of them. */
export async function countOf<Tables, From extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, From, Row>,
): Promise<number> {
  const { count } = await rows
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    // the compiler does not see through the tables' names, which stand open here
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return count
}
