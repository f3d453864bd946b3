import type { RefusalKey } from '@ce/contract'
import { GroupCommit } from '../../../platform/db/group-commit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { normal } from '../ranges.ts'
import type { Incoming } from '../settle.ts'
import { deleteOldRefusals, type RefusedBeat, writeRefusals } from '../store/refusals.ts'

/** What a person who asks "why this number" must find. Anything else says nothing about a lesson. */
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

const groups = new WeakMap<Deps, GroupCommit<RefusedBeat, null>>()

function groupOf(deps: Deps): GroupCommit<RefusedBeat, null> {
  let group = groups.get(deps)
  if (!group) {
    group = new GroupCommit(
      async (beats) => {
        const { 'study.refusalsPerStudent': most } = await deps.settings.all()
        await writeRefusals(deps.pool, beats, most)
        return beats.map(() => ({ result: null }))
      },
      { name: 'study refusal' },
    )
    groups.set(deps, group)
  }
  return group
}

/**
 * Keeps a refused beat with its reason. In writes of their own: those that are credited never wait for it. A note that
 * cannot be written changes no answer.
 */
export async function noteRefusal(deps: Deps, beat: Incoming, error: unknown): Promise<void> {
  if (!(error instanceof Refusal) || !kept.has(error.key)) return
  const { key, event, position, intervals } = beat
  const note = { key, event, position, intervals: normal(intervals), reason: error.key }
  await groupOf(deps)
    .submit(key.studentId, note)
    .catch(() => null)
}

/** A job: refusals explain for so long, then they are forgotten. */
export async function forgetOldRefusals(deps: Deps): Promise<void> {
  const { 'study.refusalKeepDays': days } = await deps.settings.all()
  await deleteOldRefusals(deps.pool, days)
}
