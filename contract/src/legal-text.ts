import { z } from 'zod'

/** The legal texts that people accept: 用户协议 and 隐私政策. */
export const textKind = z.enum(['AGREEMENT', 'PRIVACY'], '文本类型不正确')

export const textVersion = z
  .string('请填写版本号')
  .trim()
  .regex(/^[0-9A-Za-z.-]{1,20}$/, '版本号为 1–20 位字母、数字、点、横线')

/** Which version of which text. */
export const textName = { kind: textKind, version: textVersion }
