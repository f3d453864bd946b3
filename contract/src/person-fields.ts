import { z } from 'zod'
import { text } from './common.ts'
import {
  foldKeyword,
  foldName,
  foldNumber,
  foldOrganisation,
  foldPhone,
} from './rules/fold-text.ts'
import { idTypeNames } from './rules/id-paper.ts'
import { certificateNoRule, creditCodeMsg, creditCodeValid, phoneRule } from './rules/person.ts'
import { nameProblem, typedNameMax } from './rules/person-name.ts'

/** A number as people type, paste or import it: bounded first, then in its one form. */
const typedNumber = (needed: string, tooLong: string, fold: (typed: string) => string) =>
  z.string(needed).max(60, { error: tooLong, abort: true }).overwrite(fold)

/** eleven digits, whatever stands before or between them */
export const phone = typedNumber('请输入手机号', phoneRule.msg, foldPhone).regex(
  phoneRule.pattern,
  phoneRule.msg,
)
/** a phone or an ID number, as whoever signs in types it */
export const account = typedNumber('请输入手机号或证件号', '账号过长', foldPhone).min(
  1,
  '请输入手机号或证件号',
)
/** Upper case, letters and digits only. What its type asks of it is checked with the type: idNoProblem. */
export const idNo = typedNumber('请输入证件号', '证件号过长', foldNumber)
  .min(1, '请输入证件号')
  .max(30, '证件号过长')
export const idType = z.enum(
  Object.keys(idTypeNames) as (keyof typeof idTypeNames)[],
  '证件类型不正确',
)
/** upper case: one certificate, one spelling */
export const certificateNo = typedNumber(
  '请输入资格证书编号',
  certificateNoRule.msg,
  foldNumber,
).regex(certificateNoRule.pattern, certificateNoRule.msg)

/** In its one form; of Latin letters only where the paper has such: the service asks nameProblem with the type. */
export const personName = z
  .string('请输入姓名')
  .max(typedNameMax, { error: '姓名过长', abort: true })
  .overwrite(foldName)
  .superRefine((name, context) => {
    const message = nameProblem(name, 'PASSPORT')
    if (message) context.addIssue({ code: 'custom', message })
  })

/** A name as somebody types it to compare it: it may be wrong. */
export const comparedName = z.string('应为文字').max(typedNameMax, '姓名过长').overwrite(foldName)

/** the name of an employer or a school, as it is kept and looked for */
export const organisationName = (max: number) => text(max).overwrite(foldOrganisation)
/** a part of a person's name */
export const nameWords = (max: number) => text(max).overwrite(foldName)
/** a name, an employer or a number, in one field */
export const keyword = (max: number) => text(max).overwrite(foldKeyword)

/** GB 32100-2015; letters in upper case */
export const creditCode = text(60).overwrite(foldNumber).refine(creditCodeValid, creditCodeMsg)
