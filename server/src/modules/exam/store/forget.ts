import type { Tx } from '../../../platform/db/database.ts'

/** Rehearsals and extra time of these students: they serve exams that will not be sat. @returns how many */
export async function forgetExamExtras(tx: Tx, studentIds: readonly string[]): Promise<number> {
  const rehearsals = await tx
    .deleteFrom('examRehearsal')
    .where('studentId', 'in', studentIds)
    .executeTakeFirst()
  const extra = await tx
    .deleteFrom('examExtraTime')
    .where('studentId', 'in', studentIds)
    .executeTakeFirst()
  return Number(rehearsals.numDeletedRows + extra.numDeletedRows)
}
