import { titleOptions } from '@ce/client/format.ts'
import { idNoProblem, idTypeNames } from '@ce/contract/id-paper'
import { certificateNoRule, numberForm, phoneRule } from '@ce/contract/person'
import { nameProblem } from '@ce/contract/person-name'
import { byRule, type PersonField } from './field.ts'
import { neededWords } from './needed-words.ts'

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
export const registerFields: Readonly<Record<RegisterFieldName, PersonField<RegisterFieldName>>> = {
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
    hint: '用于登录',
    needed: neededWords.phone,
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
  titleCode: {
    name: 'titleCode',
    label: '职称',
    options: titleOptions,
  },
  employer: {
    name: 'employer',
    label: '执业单位',
    hint: '选填，可以以后再补',
    autoComplete: 'organization',
  },
}
