import { type AnyColumn, type InsertObject, sql } from 'kysely'
import type { DatabaseSchema, Db } from './database.ts'

/** @returns whether the row was inserted. With a column, a conflict of any other constraint is an error. */
export async function insertOnce<Table extends keyof DatabaseSchema>(
  db: Db,
  table: Table,
  row: InsertObject<DatabaseSchema, Table>,
  column?: AnyColumn<DatabaseSchema, Table>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto(table)
    .values(row)
    .onConflict((conflict) => (column ? conflict.column(column) : conflict).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** @returns the new row's id */
export async function insertRow<Table extends keyof DatabaseSchema>(
  db: Db,
  table: Table,
  row: InsertObject<DatabaseSchema, Table>,
): Promise<string> {
  const { id } = await db.insertInto(table).values(row).returning(sql<string>`id`.as('id')).executeTakeFirstOrThrow()
  return id
}
