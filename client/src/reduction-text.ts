import type { Reduction, ReductionStep } from './course_reduce.ts'

/** Labels of a reduction's steps, for students and staff. */
export const reductionStepLabels: Readonly<Record<ReductionStep['action'], string>> = {
  SUBMITTED: '提交',
  SUPPLEMENTED: '提交补正',
  WITHDRAWN: '撤回',
  FIRST_PASSED: '初审通过',
  APPROVED: '审核通过',
  RETURNED: '退回补正',
  REJECTED: '驳回',
  CHECKED: '抽查无误',
  REVERSED: '冲销',
}

export function hoursRuleText(rule: Pick<Reduction['rule'], 'hoursMode' | 'hours' | 'unit' | 'yearCap'>): string {
  const each = {
    FIXED: `每次 ${rule.hours} 学时`,
    PER_UNIT: `每${rule.unit} ${rule.hours} 学时`,
    FULL_YEAR: '减免该科目全年学时',
  }[rule.hoursMode]
  return rule.yearCap === null ? each : `${each}，年度最多 ${rule.yearCap} 学时`
}
