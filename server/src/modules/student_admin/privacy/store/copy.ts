import type { Db } from '../../../../platform/db/database.ts'
import { type CopyFilePaths, type CopySection, type FilledCopySection, pickColumns } from '../copy/page.ts'
import { employerCopySections, personCopySections } from './copy-person.ts'
import { requestCopySections } from './copy-requests.ts'
import { studyCopySections } from './copy-study.ts'

export const allCopySections: readonly CopySection[] = [
  ...personCopySections,
  ...studyCopySections,
  ...requestCopySections,
  ...employerCopySections,
]

/**
 * Reads one section after another, so that it does not slow down studying.
 * @param complete adds the rows of a section that do not lie in the database
 */
export async function* readDataCopySections(
  db: Db,
  ids: readonly string[],
  places: CopyFilePaths,
  complete: (key: string, rows: FilledCopySection['rows']) => Promise<FilledCopySection['rows']>,
): AsyncIterable<FilledCopySection> {
  for (const section of allCopySections) {
    const { rows } = await section.rows([...ids], places).execute(db)
    yield { ...section, rows: pickColumns(section, await complete(section.key, rows)) }
  }
}

export async function listSubmittedAttemptIds(db: Db, studentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('attempt')
    .select('id')
    .where('studentId', '=', studentId)
    .where('submittedAt', 'is not', null)
    .orderBy('startedAt')
    .execute()
  return rows.map(({ id }) => id)
}
