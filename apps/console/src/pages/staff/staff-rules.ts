import type { Rule } from 'antd/es/form'
import { needed } from '../../kit/form-rules.ts'

/** As the contract has them (contract/src/staff/staff.ts). */
export const usernameRules: Rule[] = [
  needed('请填写用户名'),
  {
    pattern: /^[a-z][a-z0-9._-]{2,29}$/,
    message: '3–30 位小写字母、数字、点、横线，以字母开头',
  },
]
export const nameRules: Rule[] = [
  needed('请填写姓名'),
  { min: 2, max: 30, message: '姓名为 2–30 个字' },
]
