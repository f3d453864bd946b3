import { z } from 'zod'
import { legalTextVersionRule } from './rules/desk-rules.ts'

export const legalTextKind = z.enum(['AGREEMENT', 'PRIVACY'], '文本类型不正确')

export const legalTextVersion = z
  .string('请填写版本号')
  .trim()
  .regex(legalTextVersionRule.pattern, legalTextVersionRule.msg)

export const legalTextName = { kind: legalTextKind, version: legalTextVersion }
