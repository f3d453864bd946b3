import { inTransaction } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { notify } from '../../../message/service.ts'
import { lessonDoneMessage } from '../messages.ts'
import { listStudentsDoneByCoverage, setLessonDone } from '../store/film-ends.ts'
import { lockStudyClocks } from '../store/progress.ts'

const batch = 500

/**
 * Marks the lesson as done for students who watched enough of it by its corrected length. After a stop any process can
 * continue with the rows that are left.
 * @param stopping ends the job between two batches
 */
export async function finishCoveredLessons(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  { lessonId, durationDs }: { lessonId: string; durationDs: number },
  stopping?: AbortSignal,
): Promise<number> {
  const { 'study.donePerMille': perMille } = await settings.all()
  const asked = { lessonId, durationDs, neededDs: Math.ceil((durationDs * perMille) / 1000) }
  let done = 0
  for (;;) {
    stopping?.throwIfAborted()
    const found = await listStudentsDoneByCoverage(db, asked, batch)
    if (found.length === 0) return done
    await inTransaction(db, async (tx) => {
      // Lock the study clocks, so that a heartbeat judged with the old lesson length cannot overwrite this change.
      await lockStudyClocks(
        tx,
        found.map(({ studentId }) => studentId),
      )
      const marked = await setLessonDone(
        tx,
        lessonId,
        found.map(({ signCourseId }) => signCourseId),
      )
      await notify(tx, ...marked.map((one) => lessonDoneMessage(one, asked)))
    })
    done += found.length
  }
}
