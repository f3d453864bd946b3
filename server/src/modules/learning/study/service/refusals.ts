import type { RefusalKey } from '@ce/contract'
import { GroupCommit } from '../../../../platform/db/group-commit.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { Refusal } from '../../../../platform/errors.ts'
import type { HeartbeatInput } from '../evaluate.ts'
import { normalizeRanges } from '../ranges.ts'
import { deleteOldRefusedHeartbeats, insertRefusedHeartbeats, type RefusedHeartbeatInput } from '../store/refusals.ts'

/** Only these refusals are stored, because they explain missing credit. */
const kept: ReadonlySet<RefusalKey> = new Set<RefusalKey>([
  'course.notPaid',
  'course.studyClosed',
  'course.positionBeyondLesson',
  'course.badIntervals',
  'course.beatConflict',
  'course.takenOver',
  'course.sessionNotOpen',
  'course.presenceEarly',
  'course.presenceExpired',
])

const groups = new WeakMap<Deps, GroupCommit<RefusedHeartbeatInput, null>>()

function groupOf(deps: Deps): GroupCommit<RefusedHeartbeatInput, null> {
  let group = groups.get(deps)
  if (!group) {
    group = new GroupCommit(
      async (beats) => {
        const { 'study.refusalsPerStudent': most } = await deps.settings.all()
        await insertRefusedHeartbeats(deps.pool, beats, most)
        return beats.map(() => ({ result: null }))
      },
      { name: 'study refusal' },
    )
    groups.set(deps, group)
  }
  return group
}

/** Giving credit never waits for this write, and its failure does not change the response. */
export async function recordRefusedHeartbeat(deps: Deps, beat: HeartbeatInput, error: unknown): Promise<void> {
  if (!(error instanceof Refusal) || !kept.has(error.key)) return
  const { key, event, position, intervals } = beat
  const note = { key, event, position, intervals: normalizeRanges(intervals), reason: error.key }
  await groupOf(deps)
    .submit(key.studentId, note)
    .catch(() => null)
}

/** This job deletes old refused heartbeats. */
export async function forgetOldRefusedHeartbeats(deps: Deps): Promise<void> {
  const { 'study.refusalKeepDays': days } = await deps.settings.all()
  await deleteOldRefusedHeartbeats(deps.pool, days)
}
