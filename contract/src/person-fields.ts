import { z } from 'zod'
import { text } from './common.ts'
import { foldKeyword, foldName, foldNumber, foldOrganisation, foldPhone } from './rules/fold-text.ts'
import { idTypeNames } from './rules/id-paper.ts'
import { certificateNoRule, invalidCreditCodeText, isCreditCodeValid, phoneRule } from './rules/person.ts'
import { maxTypedNameLength, nameProblem } from './rules/person-name.ts'

const typedNumber = (needed: string, tooLong: string, fold: (typed: string) => string) =>
  z.string(needed).max(60, { error: tooLong, abort: true }).overwrite(fold)

/** A phone number has eleven digits; other characters are removed. */
export const phone = typedNumber('请输入手机号', phoneRule.msg, foldPhone).regex(phoneRule.pattern, phoneRule.msg)
export const signInAccount = typedNumber('请输入手机号或证件号', '账号过长', foldPhone).min(1, '请输入手机号或证件号')
/** Keeps upper-case letters and digits; idNoProblem checks the number by its document type. */
export const idNo = typedNumber('请输入证件号', '证件号过长', foldNumber).min(1, '请输入证件号').max(30, '证件号过长')
export const idType = z.enum(Object.keys(idTypeNames) as (keyof typeof idTypeNames)[], '证件类型不正确')
/** Certificate number in upper case, so that equal certificates are equal. */
export const certificateNo = typedNumber('请输入资格证书编号', certificateNoRule.msg, foldNumber).regex(
  certificateNoRule.pattern,
  certificateNoRule.msg,
)

/** Normalises the name. The service uses nameProblem to check Latin letters by document type. */
export const personName = z
  .string('请输入姓名')
  .max(maxTypedNameLength, { error: '姓名过长', abort: true })
  .overwrite(foldName)
  .superRefine((name, context) => {
    const message = nameProblem(name, 'PASSPORT')
    if (message) context.addIssue({ code: 'custom', message })
  })

/** A name typed for comparison, so it may be wrong. */
export const nameToCompare = z.string('应为文字').max(maxTypedNameLength, '姓名过长').overwrite(foldName)

/** The name is normalised for storage and search. */
export const organisationName = (max: number) => text(max).overwrite(foldOrganisation)
export const nameKeyword = (max: number) => text(max).overwrite(foldName)
export const personKeyword = (max: number) => text(max).overwrite(foldKeyword)

/** A credit code by GB 32100-2015, in upper case. */
export const creditCode = text(60).overwrite(foldNumber).refine(isCreditCodeValid, invalidCreditCodeText)
