import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { createOncePerOwner, GroupCommit } from '../../../platform/db/group-commit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { createBeacon } from '../beacon.ts'
import { mayTakeAttempt } from '../policy.ts'
import { findAttempt } from '../store/attempts.ts'
import { type ExamHeartbeat, type ExamHeartbeatResponse, updateAttemptHeartbeats } from '../store/heartbeats.ts'
import { endAttemptIfOverdue } from './finish.ts'
import { findPaperShape } from './papers.ts'
import { refuseEndedAttempt } from './result.ts'

const groupOf = createOncePerOwner(
  (deps: Deps) =>
    new GroupCommit<ExamHeartbeat, ExamHeartbeatResponse | null>(
      async (beats) => {
        const grace = await deps.settings.get('exam.graceSeconds')
        const heard = await updateAttemptHeartbeats(deps.pool, beats, grace)
        return beats.map(({ attemptId }) => ({ result: heard.get(attemptId) ?? null }))
      },
      { name: 'exam heartbeat' },
    ),
)

/** Returns the deadline, the due captures and a new time beacon (docs/exam-offline.md). */
export async function recordExamHeartbeat(deps: Deps, student: StudentActor, { attemptId, page }: ExamHeartbeat) {
  const known = await findPaperShape(deps, attemptId)
  if (!known || !mayTakeAttempt(student, known)) return refuse('exam.attemptNotFound')
  const heard = await groupOf(deps).submit(attemptId, { attemptId, page })
  if (heard) {
    const beacon = createBeacon(deps.keys, attemptId, heard.now)
    const captures = heard.captures.map(({ no, dueAt }) => ({ no, dueAt: new Date(dueAt) }))
    const { now: serverNow, deadline, savedSeq } = heard
    return { serverNow, deadline, savedSeq, captures, beacon }
  }
  const grace = await deps.settings.get('exam.graceSeconds')
  await endAttemptIfOverdue(deps, attemptId)
  const ended = await findAttempt(deps.db, attemptId, grace)
  /**
   * The attempt may still be running, because an outage that was just credited moved its deadline. Then the page must
   * try again.
   */
  return ended?.submittedAt ? refuseEndedAttempt(ended) : refuse('common.busy')
}
