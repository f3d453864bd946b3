import type { Db } from '../../../platform/db/database.ts'
import { type Filled, only, type Section } from '../copy/section.ts'
import { employerSections } from './copy-employers.ts'
import { personSections } from './copy-person.ts'
import { requestSections } from './copy-requests.ts'
import { studySections } from './copy-study.ts'

const sections: readonly Section[] = [
  ...personSections,
  ...studySections,
  ...requestSections,
  ...employerSections,
]

/** Everything that is kept about the accounts of one person, section by section. */
export async function readSections(db: Db, ids: readonly string[]): Promise<Filled[]> {
  const filled: Filled[] = []
  // one after the other: a copy waits, those who study do not
  for (const section of sections) {
    const { rows } = await section.rows([...ids]).execute(db)
    filled.push({ ...section, rows: only(section, rows) })
  }
  return filled
}

/** The handed-in attempts of one account, the oldest first. */
export async function listEndedAttempts(db: Db, studentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('attempt')
    .select('id')
    .where('studentId', '=', studentId)
    .where('submittedAt', 'is not', null)
    .orderBy('startedAt')
    .execute()
  return rows.map(({ id }) => id)
}
