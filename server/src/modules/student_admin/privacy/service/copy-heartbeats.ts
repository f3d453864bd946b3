import { readSealedHeartbeatsOfStudents, type SealedReading } from '../../../learning/study/service.ts'
import type { FilledCopySection } from '../copy/page.ts'
import { beatsOfLesson } from '../store/copy-study.ts'

type CopyRow = FilledCopySection['rows'][number]

/** The newest heartbeats of each lesson, also of sealed months. */
export async function addSealedHeartbeats(
  deps: SealedReading,
  ids: readonly string[],
  rows: CopyRow[],
): Promise<CopyRow[]> {
  const lessons = Map.groupBy(rows, ({ lessonKey }) => String(lessonKey))
  const newest = (list: CopyRow[]) => list.sort((a, b) => Number(b.micros) - Number(a.micros)).slice(0, beatsOfLesson)
  for await (const { lessonKey, ...beat } of readSealedHeartbeatsOfStudents(deps, ids)) {
    const list = [...(lessons.get(lessonKey) ?? []), beat]
    lessons.set(lessonKey, list.length > 2 * beatsOfLesson ? newest(list) : list)
  }
  return [...lessons.values()].flatMap(newest).sort((a, b) => Number(a.micros) - Number(b.micros))
}
