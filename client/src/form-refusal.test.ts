import { expect, it } from 'vitest'
import { CallRefused } from './answers.ts'
import { refusalProblems } from './form-refusal.ts'

const invalid = (fields: Record<string, string>, names?: Record<string, string>) =>
  new CallRefused({
    code: 1001,
    msg: '姓名：不能超过 50 个字',
    data: { key: 'common.invalid', fields, ...(names ? { names } : {}) },
  })
const form =
  (...names: string[]) =>
  (name: string) =>
    names.includes(name)

it('a refused form shows each problem at its field', () => {
  const error = invalid({ name: '不能超过 50 个字', phone: '手机号应为 11 位数字' })
  expect(refusalProblems(error, form('name', 'phone'))).toEqual({
    fields: { name: '不能超过 50 个字', phone: '手机号应为 11 位数字' },
    above: null,
  })
})

it('a problem without a visible field shows above the form with its name', () => {
  const problems = { name: '不能超过 50 个字', titleCode: '职称不正确', before: '应为对象' }
  const names = { name: '姓名', titleCode: '职称' }
  expect(refusalProblems(invalid(problems, names), form('name'))).toEqual({
    fields: { name: '不能超过 50 个字' },
    above: '职称：职称不正确；应为对象',
  })
  expect(refusalProblems(invalid({ name: '不能超过 50 个字' }), form())).toEqual({
    fields: {},
    above: '姓名：不能超过 50 个字',
  })
})

it('a refusal shows the rule’s message at a single field, and above the form for several fields', () => {
  const refused = (fields: Record<string, string>) =>
    new CallRefused({
      code: 2001,
      msg: '已注册；请直接登录',
      data: { key: 'student.phoneTaken', fields },
    })
  expect(refusalProblems(refused({ phone: '已注册' }), form('phone'))).toEqual({
    fields: { phone: '已注册；请直接登录' },
    above: null,
  })
  expect(refusalProblems(refused({ phone: '已注册', idNo: '已占用' }), form('phone', 'idNo'))).toEqual({
    fields: { phone: '已注册', idNo: '已占用' },
    above: '已注册；请直接登录',
  })
})
