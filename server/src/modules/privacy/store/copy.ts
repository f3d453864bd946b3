import type { Db } from '../../../platform/db/database.ts'
import { type Filled, only, type Places, type Section } from '../copy/section.ts'
import { employerSections } from './copy-employers.ts'
import { personSections } from './copy-person.ts'
import { requestSections } from './copy-requests.ts'
import { studySections } from './copy-study.ts'

/** In the order of the copy. */
export const sections: readonly Section[] = [
  ...personSections,
  ...studySections,
  ...requestSections,
  ...employerSections,
]

/** Everything that is kept about the accounts of one person, section by section: a copy waits, those who study do not. */
export async function* readSections(
  db: Db,
  ids: readonly string[],
  places: Places,
): AsyncIterable<Filled> {
  for (const section of sections) {
    const { rows } = await section.rows([...ids], places).execute(db)
    yield { ...section, rows: only(section, rows) }
  }
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
