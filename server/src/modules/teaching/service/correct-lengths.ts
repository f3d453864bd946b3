import { audit, auditStaff } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { goesOnUntil, sweepEach } from '../../../platform/jobs/sweep.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import {
  closeLength,
  isShortenedTo,
  listOpenLengths,
  listTooLong,
  renewDraftLengths,
  shortenLesson,
} from '../../catalogue/service/desk.ts'
import {
  agreeingPlayers,
  finishCovered,
  type LessonCheck,
  listLessonChecks,
} from '../../study/service.ts'

const job = 'teaching.correctLengths'

/**
 * A job: lessons whose film was read again and is shorter than they say get its length, and whoever has watched enough of that is done
 * (decision 076). @param stopping ends it between two batches of students
 */
export async function correctLengths(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { db } = deps
  await renewDraftLengths(db)
  const by = { by: 'system', reason: '重新读取视频后更正' }
  await sweepEach(db, {
    job,
    items: await listTooLong(db, job),
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
    goesOn: goesOnUntil(stopping),
  })
  await sweepEach(db, {
    job,
    items: await listOpenLengths(db, job),
    subjectOf: ({ id }) => String(id),
    work: async ({ id, lessonId, durationDs }) => {
      await finishCovered(deps, { lessonId, durationDs }, stopping)
      await closeLength(db, id)
    },
    goesOn: goesOnUntil(stopping),
  })
}

/** What staff must look at: lessons that nobody finishes, or that are not as long as they say. */
export async function lessonChecks({ db }: Deps) {
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

/** Several students' players agree on an end that comes before the lesson's. */
function mayCorrect({
  durationDs,
  endDs,
  agreeing,
}: Pick<LessonCheck, 'durationDs' | 'endDs' | 'agreeing'>) {
  return endDs !== null && endDs >= 10 && endDs < durationDs && agreeing >= agreeingPlayers
}

/**
 * A lesson gets the length that its learners' players agree on. Only what they agree on, and only shorter; an identical repeat changes nothing.
 * @throws Refusal teaching.lengthStale when players say something else than what was read
 */
export function correctLength(
  { db }: Pick<Deps, 'db'>,
  staff: StaffAtWork,
  input: { lessonId: string; durationSeconds: number; reason: string },
) {
  return inTransaction(db, async (tx) => {
    const { lessonId, reason } = input
    const toDs = Math.round(input.durationSeconds * 10)
    if (await isShortenedTo(tx, lessonId, toDs)) return { durationSeconds: toDs / 10 }
    const [check] = await listLessonChecks(tx, lessonId)
    if (!check) return refuse('teaching.lengthStale')
    const { durationDs: fromDs, courseId, title } = check
    if (!mayCorrect(check) || check.endDs !== toDs) return refuse('teaching.lengthStale')
    const by = { by: staff.username, reason }
    if (!(await shortenLesson(tx, { lessonId, fromDs, toDs }, by)))
      return refuse('teaching.lengthStale')
    const detail = { lessonId, title, fromDs, toDs, reason }
    await auditStaff(tx, staff, 'teaching.lengthCorrected', courseId, detail)
    return { durationSeconds: toDs / 10 }
  })
}
