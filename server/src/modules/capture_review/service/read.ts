import type { innocentCause } from '@ce/contract'
import type { Compared, VoidGround } from '@ce/contract/void-grounds'
import type { z } from 'zod'
import { auditLook } from '../../../platform/audit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { consequencesOfVoid, findComparable } from '../../exam/service.ts'
import { linkFor } from '../../file/service.ts'
import { maskIdNo, maskPhone, photoUrl } from '../../student/service.ts'
import { mayDecide, maySeePhone } from '../policy.ts'
import {
  findHead,
  findNeighbours,
  type HeadRow,
  listHeads,
  listPictures,
  listReviews,
  type ReviewFilter,
  type ReviewRow,
} from '../store.ts'

/** A page of flagged attempts. */
export async function deskReviews({ db }: Deps, filter: ReviewFilter) {
  const { list, ...page } = await listHeads(db, filter)
  return { list: list.map(toHead), ...page }
}

/** The way through a list without going back to it. */
export function neighboursOf(
  { db }: Deps,
  input: Pick<ReviewFilter, 'state' | 'year'> & { attemptId: string },
) {
  return findNeighbours(db, input)
}

/** A member of staff opens it; that they have looked at these pictures stays. */
export async function lookAtReview(deps: Deps, staff: StaffAtWork, attemptId: string) {
  const found = await reviewInfo(deps, staff, attemptId)
  const { id, studentId } = found
  const detail = { attemptId: id, name: found.studentName, course: found.courseTitle }
  await auditLook(deps.db, staff, { action: 'capture_review.looked', studentId, detail })
  return found
}

/**
 * One flagged attempt: its pictures beside the profile's photo behind private links of ten minutes, the day each must be gone, and
 * what was said of it. @throws Refusal capture_review.notFound also for an attempt nobody ever flagged
 */
export async function reviewInfo(deps: Deps, staff: StaffAtWork, attemptId: string) {
  const { db, keys } = deps
  const row = await findHead(db, attemptId)
  if (!row?.flagged) return refuse('capture_review.notFound')
  const [pictures, reviews, comparable, consequences] = await Promise.all([
    listPictures(db, attemptId),
    listReviews(db, attemptId),
    findComparable(db, attemptId),
    row.voidedAt ? [] : consequencesOfVoid(db, attemptId),
  ])
  const { idNo, phone, certificateNo, startedAt, voidReason, restoredAt, studentId, avatarFileId } =
    row
  return {
    ...toHead(row),
    certificateNo,
    startedAt,
    voidReason,
    restoredAt,
    consequences,
    comparable,
    idNoMasked: maskIdNo(idNo),
    phoneMasked: maySeePhone(staff) ? maskPhone(phone) : null,
    photoUrl: photoUrl(keys, { id: studentId, avatarFileId }),
    pictures: pictures.map(({ fileId, ownerId, ...picture }) => ({
      ...picture,
      url: linkFor(deps, { id: fileId, ownerId, deletedAt: picture.deletedAt }),
    })),
    reviews: reviews.map((review) => toReview(staff, review)),
  }
}

type Row = Omit<
  NonNullable<HeadRow>,
  'idNo' | 'phone' | 'certificateNo' | 'avatarFileId' | 'flagged'
>

function toHead({ asked, received, missing, mode, ...row }: Row) {
  const { submittedAt, submittedBy, score, passed } = row
  // the table's checks: what is handed in has all of them
  if (!submittedAt || !submittedBy || score === null || passed === null)
    throw new Error('an attempt without its result is reviewed')
  const captures = { asked, received, missing }
  const result = { submittedAt, submittedBy, score, passed, voided: row.voidedAt !== null }
  return { ...row, ...result, mode: mode as 'CAMERA' | 'MANUAL', captures }
}

/** The columns' guarantee: checks of the table, and the contract's own codes. */
function toReview(staff: StaffAtWork, row: ReviewRow) {
  return {
    id: row.id,
    proposal: row.proposal as 'KEEP' | 'VOID',
    ground: row.ground as VoidGround | null,
    compared: row.compared as Compared | null,
    causes: row.causes as z.output<typeof innocentCause>[],
    reason: row.reason,
    proposedBy: row.proposerName,
    proposedAt: row.proposedAt,
    decision: row.decision as 'CONFIRMED' | 'REJECTED' | 'WITHDRAWN' | null,
    decidedBy: row.deciderName,
    decidedAt: row.decidedAt,
    decideReason: row.decideReason,
    own: !mayDecide(staff, row),
  }
}
