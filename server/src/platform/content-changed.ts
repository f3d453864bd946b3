import { sql } from 'kysely'
import type { Tx } from './db/database.ts'

/** what every process that keeps pages of visitors listens to */
export const contentChannel = 'content_changed'

/** Says that visitors see something else from the commit of this transaction on. */
export async function tellContentChanged(tx: Tx): Promise<void> {
  await sql`select pg_notify(${contentChannel}, '')`.execute(tx)
}
