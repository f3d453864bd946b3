import type { Rule } from 'antd/es/form'

/** As the contract has it (contract/src/staff/first_page.ts): an http(s) address or a path of this site. */
export const addressRule: Rule = {
  pattern: /^(https?:\/\/[^\s]+|\/(?![/\\])[^\s]*)$/i,
  message: '链接应以 http://、https:// 或 / 开头',
}
