import { z } from 'zod'

const kinds: Readonly<Record<string, string>> = {
  number: '数字',
  int: '整数',
  string: '文字',
  boolean: '是或否',
  object: '一组内容',
  array: '列表',
  tuple: '列表',
  record: '一组内容',
  date: '日期',
}
const units: Readonly<Record<string, string>> = { string: ' 个字', array: ' 项' }
const others = z.locales.zhCN().localeError

/** zod's own Chinese locale leaves type names in English. */
export const chineseZodLocale = {
  localeError: (issue: z.core.$ZodRawIssue) => {
    if (issue.code === 'invalid_type')
      return issue.input === undefined || issue.input === null
        ? '请填写'
        : `应为${kinds[issue.expected] ?? '另一种内容'}`
    const unit = 'origin' in issue ? (units[String(issue.origin)] ?? '') : ''
    if (issue.code === 'too_small') return `不能少于 ${issue.minimum}${unit}`
    if (issue.code === 'too_big') return `不能超过 ${issue.maximum}${unit}`
    return others(issue)
  },
}
