import type { Reduction, ReductionStep } from './course_reduce.ts'

/** What happened to an application, as both sides call it. */
export const reductionStepWords: Readonly<Record<ReductionStep['action'], string>> = {
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

/** How a type reckons its hours, in a sentence: 每篇 3 学时，年度最多 12 学时. */
export function hoursRuleWords(
  rule: Pick<Reduction['rule'], 'hoursMode' | 'hours' | 'unit' | 'yearCap'>,
): string {
  const each = {
    FIXED: `每次 ${rule.hours} 学时`,
    PER_UNIT: `每${rule.unit} ${rule.hours} 学时`,
    FULL_YEAR: '减免该科目全年学时',
  }[rule.hoursMode]
  return rule.yearCap === null ? each : `${each}，年度最多 ${rule.yearCap} 学时`
}
