import { needed } from '@ce/frame/form-rules.ts'
import type { Rule } from 'antd/es/form'

/** A one-time code as the contract wants it: six digits. */
export const codeRules: Rule[] = [
  needed('请输入 6 位动态口令'),
  { pattern: /^\d{6}$/, message: '动态口令是 6 位数字' },
]

/** A field for a one-time code: digits, filled in by the device where it can. */
export const codeInput = {
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  maxLength: 6,
} as const
