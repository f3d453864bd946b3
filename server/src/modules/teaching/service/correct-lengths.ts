import { audit, auditStaff } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { continueUntilStopped, sweepItemsOneByOne } from '../../../platform/jobs/sweep.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import {
  closeLengthCorrection,
  isLessonShortenedTo,
  listLessonsLongerThanFilm,
  listOpenLengthCorrections,
  shortenLesson,
  updateDraftLessonLengths,
} from '../../catalogue/service/desk.ts'
import { finishCoveredLessons } from '../../learning/study/service/finish-covered.ts'
import { type LessonCheck, listLessonChecks, minStudentsForFilmEnd } from '../../learning/study/service.ts'

const job = 'teaching.correctLengths'

/**
 * Corrects the length of lessons whose films were read again (decision 076). @param stopping ends the job between two
 * batches
 */
export async function correctLessonLengths(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { db } = deps
  await updateDraftLessonLengths(db)
  const by = { by: 'system', reason: '重新读取视频后更正' }
  await sweepItemsOneByOne(db, {
    job,
    items: await listLessonsLongerThanFilm(db, job),
    subjectOf: ({ lessonId }) => lessonId,
    work: (wrong) =>
      inTransaction(db, async (tx) => {
        if (!(await shortenLesson(tx, wrong, by))) return false
        const { courseId, ...detail } = wrong
        const action = 'teaching.lengthCorrected'
        await audit(tx, {
          actor: 'system',
          action,
          subject: courseId,
          detail: { ...detail, ...by },
        })
        return true
      }),
    goesOn: continueUntilStopped(stopping),
  })
  await sweepItemsOneByOne(db, {
    job,
    items: await listOpenLengthCorrections(db, job),
    subjectOf: ({ id }) => String(id),
    work: async ({ id, lessonId, durationDs }) => {
      await finishCoveredLessons(deps, { lessonId, durationDs }, stopping)
      await closeLengthCorrection(db, id)
    },
    goesOn: continueUntilStopped(stopping),
  })
}

export async function deskLessonChecks({ db }: Deps) {
  return { list: (await listLessonChecks(db)).map(toWire) }
}

function toWire({ durationDs, filmDs, furthestDs, endDs, ...check }: LessonCheck) {
  return {
    ...check,
    durationSeconds: durationDs / 10,
    filmSeconds: filmDs === null ? null : filmDs / 10,
    furthestSeconds: furthestDs / 10,
    endSeconds: endDs === null ? null : endDs / 10,
    mayCorrect: mayCorrect({ durationDs, endDs, agreeing: check.agreeing }),
  }
}

function mayCorrect({ durationDs, endDs, agreeing }: Pick<LessonCheck, 'durationDs' | 'endDs' | 'agreeing'>) {
  return endDs !== null && endDs >= 10 && endDs < durationDs && agreeing >= minStudentsForFilmEnd
}

/**
 * The new length must be a shorter one at which several students' players reached the end of the film.
 * @throws Refusal teaching.lengthStale
 */
export function correctLessonLength(
  { db }: Pick<Deps, 'db'>,
  staff: StaffAtWork,
  input: { lessonId: string; durationSeconds: number; reason: string },
) {
  return inTransaction(db, async (tx) => {
    const { lessonId, reason } = input
    const toDs = Math.round(input.durationSeconds * 10)
    if (await isLessonShortenedTo(tx, lessonId, toDs)) return { durationSeconds: toDs / 10 }
    const [check] = await listLessonChecks(tx, lessonId)
    if (!check) return refuse('teaching.lengthStale')
    const { durationDs: fromDs, courseId, title } = check
    if (!mayCorrect(check) || check.endDs !== toDs) return refuse('teaching.lengthStale')
    const by = { by: staff.username, reason }
    if (!(await shortenLesson(tx, { lessonId, fromDs, toDs }, by))) return refuse('teaching.lengthStale')
    const detail = { lessonId, title, fromDs, toDs, reason }
    await auditStaff(tx, staff, 'teaching.lengthCorrected', courseId, detail)
    return { durationSeconds: toDs / 10 }
  })
}
