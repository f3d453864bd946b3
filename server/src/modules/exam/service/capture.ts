import { cleanCameraLabel } from '@ce/contract/camera-label'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { isTaken } from '../../../platform/error-code.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import { keepNoLonger, requireOwnFile } from '../../file/service.ts'
import { agreedKeepDays } from '../consent-text.ts'
import { maySitAttempt } from '../policy.ts'
import { refreshReview } from '../store/attempts.ts'
import { findCapture, receiveCapture } from '../store/captures.ts'
import { readShape } from './shape.ts'

interface CaptureInput {
  attemptId: string
  no: number
  fileId?: string | undefined
  failure?: string | undefined
  camera?: string | undefined
}

/**
 * Takes a capture's picture, or why there is none, which flags the attempt 待核查, as does a picture that is doubtful. Nothing here ends or holds up an exam: a capture that
 * comes long before it is due or long after the end is answered `accepted: false` and left out.
 */
export async function takeCapture(deps: Deps, student: StudentActor, input: CaptureInput) {
  const { attemptId, no } = input
  const known = await readShape(deps, attemptId)
  if (!known || !maySitAttempt(student, known)) return refuse('exam.attemptNotFound')
  const settings = await deps.settings.all()
  const limits = {
    early: settings['exam.captureEarlySeconds'],
    late: settings['exam.captureLateSeconds'],
  }
  const capture = await findCapture(deps.db, attemptId, no, limits)
  if (!capture)
    return refuse('common.invalid', {
      problem: '抓拍序号：本次考试没有这个序号',
      fields: { no: '本次考试没有这个序号' },
    })
  const camera = input.fileId && input.camera ? cleanCameraLabel(input.camera) : null
  const given = { fileId: input.fileId ?? null, failure: input.failure ?? null, camera }
  if (capture.receivedAt && isSame(capture, given)) return { accepted: true }
  if (given.fileId) {
    await requireFreshPicture(deps, student, given.fileId, known.startedAt)
    await keepAsAgreed(deps, given.fileId, capture.consentVersion)
  }
  if (capture.receivedAt) return refuse('exam.captureConflict')
  if (!capture.inTime) return { accepted: false }
  const prompt = settings['exam.capturePromptSeconds']
  const first = await receive(deps, attemptId, no, given, prompt)
  if (first) return { accepted: true }
  const winner = await findCapture(deps.db, attemptId, no, limits)
  return isSame(winner ?? given, given) ? { accepted: true } : refuse('exam.captureConflict')
}

/** A picture taken before the attempt began shows nobody sitting it. */
async function requireFreshPicture(
  deps: Deps,
  student: StudentActor,
  fileId: string,
  startedAt: Date,
): Promise<void> {
  const { createdAt } = await requireOwnFile(deps, student, fileId, 'CAPTURE')
  if (createdAt < startedAt)
    refuse('common.invalid', {
      problem: '图片：拍摄于考试开始之前',
      fields: { fileId: '拍摄于考试开始之前' },
    })
}

/** The figure may have been raised since they agreed to it; what is not taken, too late or in conflict, was uploaded all the same. */
async function keepAsAgreed({ db }: Deps, fileId: string, consentVersion: string): Promise<void> {
  const days = agreedKeepDays(consentVersion)
  if (days !== null) await keepNoLonger(db, fileId, days)
}

interface Received {
  fileId: string | null
  failure: string | null
}
interface Given extends Received {
  camera: string | null
}

function isSame(received: Received, given: Received): boolean {
  return received.fileId === given.fileId && received.failure === given.failure
}

function receive(
  deps: Deps,
  attemptId: string,
  no: number,
  given: Given,
  prompt: number,
): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    if (!(await receiveCapture(tx, attemptId, no, given, prompt))) return false
    await refreshReview(tx, attemptId)
    return true
  }).catch((error: unknown) => {
    // one picture answers one capture
    throw isTaken(error) ? new Refusal('exam.captureConflict') : error
  })
}
