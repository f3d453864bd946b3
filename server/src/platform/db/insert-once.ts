import type { InsertObject } from 'kysely'
import type { Db, Schema } from './database.ts'

/** Whether the row went in; false: something that must be unique of it is there already. */
export async function insertOnce<Table extends keyof Schema>(
  db: Db,
  table: Table,
  row: InsertObject<Schema, Table>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto(table)
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
