import type { Db, Tx } from '../../../platform/db/database.ts'

/** Where SMS of an account go, of closed ones too. */
export function findPhone(db: Db, studentId: string) {
  return db.selectFrom('student').select('phone').where('id', '=', studentId).executeTakeFirst()
}

/** Takes the row lock of an account, as whatever its student asks for does (decision 021). */
export function lockAccount(tx: Tx, studentId: string) {
  return tx
    .selectFrom('student')
    .select('closedAt')
    .where('id', '=', studentId)
    .forUpdate()
    .executeTakeFirst()
}
