import { type Db, inSnapshot } from '../../../../platform/db/database.ts'
import type { IntegritySlice } from '../../../../platform/integrity/rounds.ts'
import { listChosenCourseIds, listStudyDisagreements } from '../store/consistency.ts'

const coursesPerSlice = 500

/** Compares the progress of each lesson with its heartbeats: one without the other was lost. */
export function checkStudy({ db }: { db: Db }, after: string | null): Promise<IntegritySlice> {
  return inSnapshot(db, async (tx) => {
    const ids = (await listChosenCourseIds(tx, after, coursesPerSlice)).map(({ id }) => id)
    const disagreements = await listStudyDisagreements(tx, ids)
    const faults = disagreements.map(({ signCourseId, lessonId, round, heard, credited }) => {
      const there = credited === null ? 'the progress is missing' : `the progress has ${credited / 10} s`
      return `lesson ${lessonId} of the chosen course ${signCourseId}, round ${round}: the heartbeats have ${heard / 10} s, ${there}`
    })
    return { checked: ids.length, faults, next: ids.length < coursesPerSlice ? null : (ids.at(-1) ?? null) }
  })
}
