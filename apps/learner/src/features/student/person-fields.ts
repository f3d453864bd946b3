import type { Input } from '@ce/client/call.ts'
import { titleOptions } from '@ce/client/format.ts'
import type { Profile } from '@ce/client/student.ts'
import { idNoProblem, idTypeNames } from '@ce/contract/id-paper'
import {
  certificateNoRule,
  creditCodeProblem,
  emailRule,
  type FieldRule,
  numberForm,
  phoneRule,
  registrationNoRule,
  ruleProblem,
} from '@ce/contract/person'
import { nameProblem } from '@ce/contract/person-name'

/** A field of a person in a form: its words, its rule, and how it is typed. */
export interface PersonFieldWords<Name extends string> {
  name: Name
  label: string
  /** below the field */
  hint?: string
  /** what is said when nothing was entered; without it the field may stay empty */
  needed?: string
  /** What is wrong with what was typed, in Chinese; asked of something only. */
  problem?: (typed: string, form: { idType?: string | undefined }) => string | null
  /** the choices of a list */
  options?: readonly { value: string | number; label: string }[]
  /** a choice may be taken back */
  clearable?: boolean
  /** a number that was pasted comes with spaces */
  withoutSpaces?: boolean
  autoComplete?: string
  inputMode?: 'numeric' | 'email'
  type?: 'email' | 'date'
}

/** A rule of the contract as a field's. */
const byRule = (rule: FieldRule) => (typed: string) => ruleProblem(rule, typed)

export type RegisterFieldName =
  | 'name'
  | 'phone'
  | 'idType'
  | 'idNo'
  | 'certificateNo'
  | 'titleCode'
  | 'employer'

const noHistory = { withoutSpaces: true, autoComplete: 'off' } as const

/** Who registers: the fields of the contract, checked with its own words. */
export const registerFields: Readonly<
  Record<RegisterFieldName, PersonFieldWords<RegisterFieldName>>
> = {
  name: {
    name: 'name',
    label: '姓名',
    hint: '与资格证书一致，证明上打印此姓名；护照和外国人永久居留身份证可填字母姓名',
    needed: '请输入姓名',
    problem: (typed, { idType }) => nameProblem(typed, idType),
    autoComplete: 'name',
  },
  phone: {
    name: 'phone',
    label: '手机号',
    needed: '请输入手机号',
    problem: byRule(phoneRule),
    withoutSpaces: true,
    autoComplete: 'tel',
    inputMode: 'numeric',
  },
  idType: {
    name: 'idType',
    label: '证件类型',
    needed: '请选择证件类型',
    options: Object.entries(idTypeNames).map(([value, label]) => ({ value, label })),
  },
  idNo: {
    name: 'idNo',
    label: '证件号',
    needed: '请输入证件号',
    problem: (typed, { idType }) => idNoProblem(idType ?? '', typed),
    ...noHistory,
  },
  certificateNo: {
    name: 'certificateNo',
    label: '执业药师资格证书编号',
    hint: numberForm,
    needed: '请输入资格证书编号',
    problem: byRule(certificateNoRule),
    ...noHistory,
  },
  titleCode: { name: 'titleCode', label: '职称', options: titleOptions },
  employer: {
    name: 'employer',
    label: '执业单位',
    hint: '选填，可以以后再补',
    autoComplete: 'organization',
  },
}

/** The fields a student may change themselves (product §3 modify). */
type InfoFieldName =
  | 'gender'
  | 'education'
  | 'school'
  | 'major'
  | 'titleCode'
  | 'employer'
  | 'employerCreditCode'
  | 'registrationNo'
  | 'registrationValidTo'
  | 'practiceScope'
  | 'city'
  | 'address'
  | 'email'
export type InfoTexts = Record<InfoFieldName, string>

const same = (labels: readonly string[]) => labels.map((label) => ({ value: label, label }))

/** The same in the order of the form. */
export const infoFields: readonly PersonFieldWords<InfoFieldName>[] = [
  {
    name: 'gender',
    label: '性别',
    options: [
      { value: 'MALE', label: '男' },
      { value: 'FEMALE', label: '女' },
    ],
  },
  { name: 'titleCode', label: '职称', options: titleOptions },
  {
    name: 'education',
    label: '学历',
    options: same(['中专', '大专', '本科', '硕士研究生', '博士研究生', '其他']),
    clearable: true,
  },
  { name: 'school', label: '毕业院校' },
  { name: 'major', label: '专业' },
  {
    name: 'practiceScope',
    label: '执业范围',
    options: same(['药学类', '中药学类', '药学类、中药学类']),
    clearable: true,
  },
  { name: 'employer', label: '执业单位', autoComplete: 'organization' },
  {
    name: 'employerCreditCode',
    label: '单位统一社会信用代码',
    problem: creditCodeProblem,
    withoutSpaces: true,
  },
  {
    name: 'registrationNo',
    label: '注册证编号',
    hint: numberForm,
    problem: byRule(registrationNoRule),
    withoutSpaces: true,
  },
  { name: 'registrationValidTo', label: '注册有效期至', type: 'date' },
  { name: 'city', label: '所在城市' },
  {
    name: 'email',
    label: '邮箱',
    problem: byRule(emailRule),
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
  },
  { name: 'address', label: '地址', autoComplete: 'street-address' },
]

/** Every field as a form of texts has it. */
export function infoTexts(profile: Profile): InfoTexts {
  return asTexts(
    Object.fromEntries(infoFields.map(({ name }) => [name, String(profile[name] ?? '')])),
  )
}

/** Holds because the list has every field (person-fields.test.ts). */
function asTexts(texts: Record<string, string>): InfoTexts {
  return texts as InfoTexts
}

/** Only what differs; what was emptied is sent as '' (the wire's way to clear a field). */
export function infoChange(began: InfoTexts, texts: InfoTexts): Input<'POST /student/v1/modify'> {
  const changed = infoFields.filter(({ name }) => texts[name] !== began[name])
  return Object.fromEntries(
    changed.map(({ name }) => [name, name === 'titleCode' ? Number(texts[name]) : texts[name]]),
  )
}
