import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { hoursTotals } from '../../hours/service.ts'
import { maskIdNo } from '../../student/service.ts'
import { isFirstLook } from '../policy.ts'
import { asHours, toStaffRule } from '../rule.ts'
import { type DeskFilter, type DeskRow, findForDesk, listHeads, listTwins } from '../store/desk.ts'
import { listOverlaps } from '../store/overlaps.ts'
import { listFiles, type ReductionRow, sumByType } from '../store/reductions.ts'
import { listSteps, type StepRow } from '../store/steps.ts'
import { requireRule, toEvidence, toHead } from './read.ts'
import { requiredTenths } from './require-rule.ts'

/** A page of applications that were handed in. */
export async function deskReductions({ db }: Deps, filter: DeskFilter) {
  const { list, ...page } = await listHeads(db, filter)
  return { list: list.map(toHead), ...page }
}

/**
 * One application as a reviewer judges it: evidence behind private links of ten minutes, files of the same content elsewhere, how the
 * student's year stands, and the trail with names. @throws Refusal reduction.notFound also for a draft
 */
export async function deskReduction(deps: Deps, staff: StaffAtWork, id: string) {
  const row = (await findForDesk(deps.db, id)) ?? refuse('reduction.notFound')
  const { idNo, certificateNo, employer, ...head } = row
  const [rule, files, steps, standing, overlaps] = await Promise.all([
    requireRule(deps.db, row),
    listFiles(deps.db, id),
    listSteps(deps.db, id),
    standingOf(deps, row),
    listOverlaps(deps.db, id),
  ])
  const twins =
    files.length > 0
      ? await listTwins(
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
    ...toHead(head),
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
  // one that was returned may lack some of it while it is changed
  if (!row.subject) return { required: 0, earned: 0, byType: 0 }
  const what = { ...row, subject: row.subject }
  const [required, totals, byType] = await Promise.all([
    requiredTenths(db, what),
    hoursTotals(db, row.studentId),
    sumByType(db, what, { except: row.id, waiting: false }),
  ])
  const earned = totals.find(({ year }) => year === row.year)?.earned
  const bucket = row.subject === 'PUBLIC' ? 'public' : 'professional'
  return { required: required / 10, earned: (earned?.[bucket] ?? 0) / 10, byType: byType / 10 }
}

function toStep({ at, action, opinion, hours, staffName }: StepRow) {
  return { at, action, opinion, hours: asHours(hours), by: staffName ?? '学员本人' }
}

function hindranceOf(staff: StaffAtWork, row: DeskRow, steps: StepRow[]): string | null {
  if (!staff.permissions.has('reduction.review')) return '您的角色只能查看，不能审核。'
  const waits = row.stage === 'FINAL' || row.stage === 'SAMPLE'
  return waits && !isFirstLook(staff, steps) ? '您已审过这份申请，须由另一名审核员处理。' : null
}
