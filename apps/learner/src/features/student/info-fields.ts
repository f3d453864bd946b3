import { titleOptions } from '@ce/client/format.ts'
import { creditCodeProblem, emailRule, numberForm, registrationNoRule } from '@ce/contract/person'
import { byRule, type PersonField } from './field.ts'
import type { InfoFields } from './info-change.ts'

export type InfoField = PersonField<keyof InfoFields>

const same = (labels: readonly string[]) => labels.map((label) => ({ value: label, label }))

/** The fields a student may change themselves, in the order of the form. */
export const infoFieldList: readonly InfoField[] = [
  {
    name: 'gender',
    label: '性别',
    options: [
      { value: 'MALE', label: '男' },
      { value: 'FEMALE', label: '女' },
    ],
  },
  {
    name: 'titleCode',
    label: '职称',
    options: titleOptions,
  },
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
