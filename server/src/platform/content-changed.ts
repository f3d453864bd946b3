import { sql } from 'kysely'
import type { Tx } from './db/database.ts'

export const contentChangedChannel = 'content_changed'

export async function publishContentChanged(tx: Tx): Promise<void> {
  await sql`select pg_notify(${contentChangedChannel}, '')`.execute(tx)
}
