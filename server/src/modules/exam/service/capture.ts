import { cleanCameraLabel } from '@ce/contract/camera-label'
import {
  type ComparedWith,
  comparedWithOf,
  isVoidGroundAllowed,
  type VoidGround,
  voidGroundProblem,
  voidReasonProblem,
} from '@ce/contract/void-grounds'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { isUniqueViolation } from '../../../platform/error-code.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import { requireOwnFile } from '../../file/service/owned.ts'
import { deleteFileAfterDays } from '../../file/service.ts'
import { agreedStorageDays } from '../consent-text.ts'
import { mayTakeAttempt } from '../policy.ts'
import { refreshReviewFlag } from '../store/attempts.ts'
import { countComparablePictures, findCapture, setCaptureReceived } from '../store/captures.ts'
import { findPaperShape } from './papers.ts'

interface CaptureInput {
  attemptId: string
  no: number
  fileId?: string | undefined
  failure?: string | undefined
  camera?: string | undefined
}

/**
 * A problem with a picture flags the attempt but never stops it. A picture far too early or late gets the response
 * `accepted: false`.
 */
export async function saveCapture(deps: Deps, student: StudentActor, input: CaptureInput) {
  const { attemptId, no } = input
  const known = await findPaperShape(deps, attemptId)
  if (!known || !mayTakeAttempt(student, known)) return refuse('exam.attemptNotFound')
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

async function requireFreshPicture(deps: Deps, student: StudentActor, fileId: string, startedAt: Date): Promise<void> {
  const { createdAt } = await requireOwnFile(deps, student, fileId, 'CAPTURE')
  if (createdAt < startedAt)
    refuse('common.invalid', {
      problem: '图片：拍摄于考试开始之前',
      fields: { fileId: '拍摄于考试开始之前' },
    })
}

/**
 * Stores a picture only for the days that the student agreed to, because the setting may be higher now. This also
 * covers pictures that were not accepted.
 */
async function keepAsAgreed({ db }: Deps, fileId: string, consentVersion: string): Promise<void> {
  const days = agreedStorageDays(consentVersion)
  if (days !== null) await deleteFileAfterDays(db, fileId, days)
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

function receive(deps: Deps, attemptId: string, no: number, given: Given, prompt: number): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    if (!(await setCaptureReceived(tx, attemptId, no, given, prompt))) return false
    await refreshReviewFlag(tx, attemptId)
    return true
  }).catch((error: unknown) => {
    // The unique violation means that the picture already belongs to another capture.
    throw isUniqueViolation(error) ? new Refusal('exam.captureConflict') : error
  })
}

/**
 * The ground and reasons of a void may only refer to pictures that still exist. `words` maps field names to texts.
 * @throws Refusal exam.nothingToCompare.
 */
export async function requireComparablePictures(
  db: Db,
  attemptId: string,
  { ground, words }: { ground: VoidGround | null; words: Record<string, string> },
): Promise<ComparedWith> {
  const comparable = await countComparablePictures(db, attemptId)
  if (ground && !isVoidGroundAllowed(ground, comparable)) refuseVoid('ground', voidGroundProblem(comparable))
  for (const [field, text] of Object.entries(words)) {
    const problem = voidReasonProblem(text, comparable)
    if (problem) refuseVoid(field, problem)
  }
  return comparedWithOf(comparable)
}

function refuseVoid(field: string, problem: string): never {
  return refuse('exam.nothingToCompare', { problem, fields: { [field]: problem } })
}
