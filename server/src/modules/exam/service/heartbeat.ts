import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { GroupCommit } from '../../../platform/db/group-commit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { beaconOf } from '../beacon.ts'
import { maySitAttempt } from '../policy.ts'
import { findAttempt } from '../store/attempts.ts'
import { type Beat, type Heard, hear } from '../store/heartbeats.ts'
import { settleAttempt } from './finish.ts'
import { refuseEnded } from './result.ts'
import { readShape } from './shape.ts'

const groups = new WeakMap<Deps, GroupCommit<Beat, Heard | null>>()

function groupOf(deps: Deps): GroupCommit<Beat, Heard | null> {
  let group = groups.get(deps)
  if (!group) {
    group = new GroupCommit(
      async (beats) => {
        const heard = await hear(deps.pool, beats, await deps.settings.get('exam.graceSeconds'))
        return beats.map(({ attemptId }) => ({ result: heard.get(attemptId) ?? null }))
      },
      { name: 'exam heartbeat' },
    )
    groups.set(deps, group)
  }
  return group
}

/** A page is there: it learns the deadline, which staff or an outage may have moved, with the captures that fall due until then, and gets a newer time beacon. */
export async function beatExam(deps: Deps, student: StudentActor, { attemptId, page }: Beat) {
  const known = await readShape(deps, attemptId)
  if (!known || !maySitAttempt(student, known)) return refuse('exam.attemptNotFound')
  const heard = await groupOf(deps).submit(attemptId, { attemptId, page })
  if (heard) {
    const beacon = beaconOf(deps.keys, attemptId, heard.now)
    const captures = heard.captures.map(({ no, dueAt }) => ({ no, dueAt: new Date(dueAt) }))
    const { now: serverNow, deadline, savedSeq } = heard
    return { serverNow, deadline, savedSeq, captures, beacon }
  }
  const grace = await deps.settings.get('exam.graceSeconds')
  await settleAttempt(deps, attemptId)
  const ended = await findAttempt(deps.db, attemptId, grace)
  // an outage credited just now may have given it more time
  return ended?.submittedAt ? refuseEnded(ended) : refuse('common.busy')
}
