import { isDeepStrictEqual } from 'node:util'
import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { requireVersion } from '../../../platform/require-version.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { asTenths, toStaffRule } from '../rule.ts'
import {
  findTypeByCode,
  findUsedType,
  listUsedTypes,
  lockTypes,
  putType,
  type RuleRow,
  type TypeRow,
} from '../store/types.ts'

/** The dictionary as staff keep it: each type with the rule that holds now. */
export async function typeList({ db }: Deps) {
  return { list: (await listUsedTypes(db)).map(toType) }
}

export interface SaveType {
  id: string
  version: number
  code: string
  enabled: boolean
  rule: RuleRow
}

/**
 * A new type (version 0), or a new version of its rule: what was handed in keeps the version it was made by. An identical repeat
 * changes nothing. @throws Refusal reduction.typeStale when somebody else was faster, reduction.codeTaken
 */
export async function saveType(deps: Deps, staff: StaffAtWork, input: SaveType) {
  return inTransaction(deps.db, async (tx) => {
    await lockTypes(tx)
    const { id, code, enabled } = input
    const rule = inTenths(input.rule)
    const there = await findUsedType(tx, id)
    if (there ? there.code !== code : input.version > 0) return refuse('reduction.noSuchType')
    if (there && isSaid(there, enabled, rule)) return toType(there)
    if (there) requireVersion(there, input.version, 'reduction.typeStale')
    if (!there && (await findTypeByCode(tx, code)))
      refuse('reduction.codeTaken', { fields: { code: '已用于另一个类型' } })
    const version = input.version + 1
    await putType(tx, { id, code, enabled, version, updatedBy: staff.username }, rule)
    const before = there && { enabled: there.enabled, ...toStaffRule(there) }
    const after = { enabled, ...toStaffRule(rule) }
    await auditStaff(tx, staff, 'reduction.typeSaved', id, { code, before, after })
    return toType((await findUsedType(tx, id)) ?? refuse('reduction.noSuchType'))
  })
}

/** The wire's hours have one decimal. */
function inTenths(rule: RuleRow): RuleRow {
  return { ...rule, hours: asTenths(rule.hours), yearCap: asTenths(rule.yearCap) }
}

function isSaid(row: TypeRow, enabled: boolean, rule: RuleRow): boolean {
  return row.enabled === enabled && isDeepStrictEqual(toStaffRule(row), toStaffRule(rule))
}

function toType({ id, code, version, enabled, used, updatedAt, updatedBy, ...rule }: TypeRow) {
  return { id, code, version, enabled, used, updatedAt, updatedBy, rule: toStaffRule(rule) }
}
