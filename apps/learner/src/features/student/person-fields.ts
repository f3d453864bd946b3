import type { ClientInput } from '@ce/client/call.ts'
import { titleOptions } from '@ce/client/format.ts'
import type { StudentProfile } from '@ce/client/student.ts'
import { idNoProblem, idTypeNames } from '@ce/contract/id-paper'
import {
  certificateNoRule,
  certificateNumberFormatText,
  creditCodeProblem,
  emailRule,
  type FieldRule,
  fieldRuleProblem,
  phoneRule,
  registrationNoRule,
} from '@ce/contract/person'
import { nameProblem } from '@ce/contract/person-name'

export interface PersonFieldConfig<Name extends string> {
  name: Name
  label: string
  hint?: string
  /** Message for an empty field. If missing, the field is optional. */
  needed?: string
  /** Returns what is wrong in Chinese, or null. Called only for fields that are not empty. */
  problem?: (typed: string, form: { idType?: string | undefined }) => string | null
  options?: readonly { value: string | number; label: string }[]
  clearable?: boolean
  /** True removes spaces, which pasted numbers often contain. */
  withoutSpaces?: boolean
  autoComplete?: string
  inputMode?: 'numeric' | 'email'
  type?: 'email' | 'date'
}

const byRule = (rule: FieldRule) => (typed: string) => fieldRuleProblem(rule, typed)

export type RegistrationFieldName = 'name' | 'phone' | 'idType' | 'idNo' | 'certificateNo' | 'titleCode' | 'employer'

const noHistory = { withoutSpaces: true, autoComplete: 'off' } as const

export const registrationFields: Readonly<Record<RegistrationFieldName, PersonFieldConfig<RegistrationFieldName>>> = {
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
    hint: certificateNumberFormatText,
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

/** Students may change these fields themselves (docs/rules/accounts.md#changing-who-one-is). */
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
export type ProfileTexts = Record<InfoFieldName, string>

const same = (labels: readonly string[]) => labels.map((label) => ({ value: label, label }))

/** Listed in the order of the profile form. */
export const profileFields: readonly PersonFieldConfig<InfoFieldName>[] = [
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
    hint: certificateNumberFormatText,
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

export function toProfileTexts(profile: StudentProfile): ProfileTexts {
  return asTexts(Object.fromEntries(profileFields.map(({ name }) => [name, String(profile[name] ?? '')])))
}

/** The cast is safe, because a test proves that the list has every field (person-fields.test.ts). */
function asTexts(texts: Record<string, string>): ProfileTexts {
  return texts as ProfileTexts
}

/** Returns the changed fields for the call, where '' clears a field. */
export function profileChangesOf(began: ProfileTexts, texts: ProfileTexts): ClientInput<'POST /student/v1/modify'> {
  const changed = profileFields.filter(({ name }) => texts[name] !== began[name])
  return Object.fromEntries(changed.map(({ name }) => [name, name === 'titleCode' ? Number(texts[name]) : texts[name]]))
}
