import { isDeepStrictEqual } from 'node:util'
import { auditStaff } from '../../../../platform/audit.ts'
import { inTransaction } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { requireVersion } from '../../../../platform/require-version.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { hoursToTenths, toStaffRule } from '../rule.ts'
import {
  findReductionTypeByCode,
  findUsedReductionType,
  listUsedReductionTypes,
  lockReductionTypes,
  type ReductionRuleRow,
  type ReductionTypeRow,
  saveTypeWithRule,
} from '../store/types.ts'

export async function listReductionTypes({ db }: Deps) {
  return { list: (await listUsedReductionTypes(db)).map(toType) }
}

export interface SaveReductionTypeInput {
  id: string
  version: number
  code: string
  enabled: boolean
  rule: ReductionRuleRow
}

/** Submitted applications keep their rule version. @throws Refusal reduction.typeStale, reduction.codeTaken */
export async function saveReductionType(deps: Deps, staff: StaffAtWork, input: SaveReductionTypeInput) {
  return inTransaction(deps.db, async (tx) => {
    await lockReductionTypes(tx)
    const { id, code, enabled } = input
    const rule = inTenths(input.rule)
    const there = await findUsedReductionType(tx, id)
    if (there ? there.code !== code : input.version > 0) return refuse('reduction.noSuchType')
    if (there && isSaid(there, enabled, rule)) return toType(there)
    if (there) requireVersion(there, input.version, 'reduction.typeStale')
    if (!there && (await findReductionTypeByCode(tx, code)))
      refuse('reduction.codeTaken', { fields: { code: '已用于另一个类型' } })
    const version = input.version + 1
    await saveTypeWithRule(tx, { id, code, enabled, version, updatedBy: staff.username }, rule)
    const before = there && { enabled: there.enabled, ...toStaffRule(there) }
    const after = { enabled, ...toStaffRule(rule) }
    await auditStaff(tx, staff, 'reduction.typeSaved', id, { code, before, after })
    return toType((await findUsedReductionType(tx, id)) ?? refuse('reduction.noSuchType'))
  })
}

function inTenths(rule: ReductionRuleRow): ReductionRuleRow {
  return { ...rule, hours: hoursToTenths(rule.hours), yearCap: hoursToTenths(rule.yearCap) }
}

function isSaid(row: ReductionTypeRow, enabled: boolean, rule: ReductionRuleRow): boolean {
  return row.enabled === enabled && isDeepStrictEqual(toStaffRule(row), toStaffRule(rule))
}

function toType({ id, code, version, enabled, used, updatedAt, updatedBy, ...rule }: ReductionTypeRow) {
  return { id, code, version, enabled, used, updatedAt, updatedBy, rule: toStaffRule(rule) }
}
