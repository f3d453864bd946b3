import type { innocentCaptureCause } from '@ce/contract'
import type { ComparedWith, VoidGround } from '@ce/contract/void-grounds'
import type { z } from 'zod'
import { isProposer } from '../../../../platform/approvals.ts'
import { auditViewed } from '../../../../platform/audit.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { maskIdNo, maskPhone } from '../../../../platform/masked-numbers.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { createFileLink } from '../../../file/service/links.ts'
import { profilePhotoUrl } from '../../../student/view.ts'
import { computeVoidConsequences } from '../../service/void.ts'
import { countComparablePictures } from '../../service.ts'
import { maySeeStudentPhone } from '../policy.ts'
import {
  findAdjacentAttempts,
  findReviewedAttempt,
  listCapturePictures,
  listReviewedAttempts,
  listReviews,
  type ReviewedAttemptRow,
  type ReviewFilter,
  type ReviewRow,
} from '../store.ts'

export async function deskReviews({ db }: Deps, filter: ReviewFilter) {
  const { list, ...page } = await listReviewedAttempts(db, filter)
  return { list: list.map(toHead), ...page }
}

/** Finds the previous and the next review, so that staff can go through the list without returning to it. */
export function loadAdjacentReviews({ db }: Deps, input: Pick<ReviewFilter, 'state' | 'year'> & { attemptId: string }) {
  return findAdjacentAttempts(db, input)
}

export async function loadReviewAndAudit(deps: Deps, staff: StaffAtWork, attemptId: string) {
  const found = await loadReview(deps, staff, attemptId)
  const { id, studentId } = found
  const detail = { attemptId: id, name: found.studentName, course: found.courseTitle }
  await auditViewed(deps.db, staff, { action: 'capture_review.looked', studentId, detail })
  return found
}

/** Photo and pictures are behind private links of ten minutes. @throws Refusal capture_review.notFound. */
export async function loadReview(deps: Deps, staff: StaffAtWork, attemptId: string) {
  const { db, keys } = deps
  const row = await findReviewedAttempt(db, attemptId)
  if (!row?.flagged) return refuse('capture_review.notFound')
  const [pictures, reviews, comparable, consequences] = await Promise.all([
    listCapturePictures(db, attemptId),
    listReviews(db, attemptId),
    countComparablePictures(db, attemptId),
    row.voidedAt ? [] : computeVoidConsequences(db, attemptId),
  ])
  const { idNo, phone, certificateNo, startedAt, voidReason, restoredAt, studentId, avatarFileId } = row
  return {
    ...toHead(row),
    certificateNo,
    startedAt,
    voidReason,
    restoredAt,
    consequences,
    comparable,
    idNoMasked: maskIdNo(idNo),
    phoneMasked: maySeeStudentPhone(staff) ? maskPhone(phone) : null,
    photoUrl: profilePhotoUrl(keys, { id: studentId, avatarFileId }),
    pictures: pictures.map(({ fileId, ownerId, ...picture }) => ({
      ...picture,
      url: createFileLink(deps, { id: fileId, ownerId, deletedAt: picture.deletedAt }),
    })),
    reviews: reviews.map((review) => toReview(staff, review)),
  }
}

type Row = Omit<NonNullable<ReviewedAttemptRow>, 'idNo' | 'phone' | 'certificateNo' | 'avatarFileId' | 'flagged'>

function toHead({ asked, received, missing, mode, ...row }: Row) {
  const { submittedAt, submittedBy, score, passed } = row
  // A check constraint requires all of these fields in a submitted attempt.
  if (!submittedAt || !submittedBy || score === null || passed === null)
    throw new Error('an attempt without its result is reviewed')
  const captures = { asked, received, missing }
  const result = { submittedAt, submittedBy, score, passed, voided: row.voidedAt !== null }
  return { ...row, ...result, mode: mode as 'CAMERA' | 'MANUAL', captures }
}

/** Check constraints of the table guarantee the casts. */
function toReview(staff: StaffAtWork, row: ReviewRow) {
  return {
    id: row.id,
    proposal: row.proposal as 'KEEP' | 'VOID',
    ground: row.ground as VoidGround | null,
    compared: row.compared as ComparedWith | null,
    causes: row.causes as z.output<typeof innocentCaptureCause>[],
    reason: row.reason,
    proposedBy: row.proposerName,
    proposedAt: row.proposedAt,
    decision: row.decision as 'CONFIRMED' | 'REJECTED' | 'WITHDRAWN' | null,
    decidedBy: row.deciderName,
    decidedAt: row.decidedAt,
    decideReason: row.decideReason,
    own: isProposer(staff, row.proposedBy),
  }
}
