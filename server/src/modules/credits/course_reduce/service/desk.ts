import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { maskIdNo } from '../../../../platform/masked-numbers.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { loadHoursTotals } from '../../hours/service.ts'
import { isOtherReviewer } from '../policy.ts'
import { tenthsToHours, toStaffRule } from '../rule.ts'
import {
  type DeskReductionRow,
  findDeskReduction,
  listApplicationsSharingEvidence,
  listDeskReductions,
  listOverlappingReductions,
  type ReductionFilter,
} from '../store/desk.ts'
import { listReductionFiles, type ReductionRow, sumReductionTenths } from '../store/reductions.ts'
import { listReviewSteps, type ReviewStepRow } from '../store/steps.ts'
import { requireReductionRule, toEvidence, toReductionSummary } from './read.ts'
import { requiredTenthsOfYear } from './require-rule.ts'

export async function deskReductions({ db }: Deps, filter: ReductionFilter) {
  const { list, ...page } = await listDeskReductions(db, filter)
  return { list: list.map(toReductionSummary), ...page }
}

/** Links to evidence work for ten minutes. @throws Refusal reduction.notFound, also for a draft */
export async function deskReduction(deps: Deps, staff: StaffAtWork, id: string) {
  const row = (await findDeskReduction(deps.db, id)) ?? refuse('reduction.notFound')
  const { idNo, certificateNo, employer, ...head } = row
  const [rule, files, steps, standing, overlaps] = await Promise.all([
    requireReductionRule(deps.db, row),
    listReductionFiles(deps.db, id),
    listReviewSteps(deps.db, id),
    standingOf(deps, row),
    listOverlappingReductions(deps.db, id),
  ])
  const twins =
    files.length > 0
      ? await listApplicationsSharingEvidence(
          deps.db,
          id,
          files.map(({ sha256 }) => sha256),
        )
      : []
  const attachments = files.map((file) => ({
    ...toEvidence(deps, file),
    alsoIn: twins
      .filter(({ sha256 }) => sha256.equals(file.sha256))
      .map(({ sha256, studentId, ...twin }) => ({
        ...twin,
        sameStudent: studentId === row.studentId,
      })),
  }))
  return {
    ...toReductionSummary(head),
    certificateNo,
    employer: employer ?? '',
    idNoMasked: maskIdNo(idNo),
    rule: toStaffRule(rule),
    standing,
    attachments,
    overlaps,
    steps: steps.map(toStep),
    hindrance: hindranceOf(staff, row, steps),
  }
}

async function standingOf({ db }: Deps, row: ReductionRow) {
  // While a student edits a returned application, its subject may be missing; then all figures are 0.
  if (!row.subject) return { required: 0, earned: 0, byType: 0 }
  const what = { ...row, subject: row.subject }
  const [required, totals, byType] = await Promise.all([
    requiredTenthsOfYear(db, what),
    loadHoursTotals(db, row.studentId),
    sumReductionTenths(db, what, { except: row.id, waiting: false }),
  ])
  const earned = totals.find(({ year }) => year === row.year)?.earned
  const bucket = row.subject === 'PUBLIC' ? 'public' : 'professional'
  return { required: required / 10, earned: (earned?.[bucket] ?? 0) / 10, byType: byType / 10 }
}

function toStep({ at, action, opinion, hours, staffName }: ReviewStepRow) {
  return { at, action, opinion, hours: tenthsToHours(hours), by: staffName ?? '学员本人' }
}

function hindranceOf(staff: StaffAtWork, row: DeskReductionRow, steps: ReviewStepRow[]): string | null {
  if (!staff.permissions.has('reduction.review')) return '您的角色只能查看，不能审核。'
  const waits = row.stage === 'FINAL' || row.stage === 'SAMPLE'
  return waits && !isOtherReviewer(staff, steps) ? '您已审过这份申请，须由另一名审核员处理。' : null
}
