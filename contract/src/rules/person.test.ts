import { describe, expect, it } from 'vitest'
import { checkPasswordRules, digestPassword, passwordProblem } from './password.ts'
import { emailRule, isCreditCodeValid } from './person.ts'

describe('validation of personal data', () => {
  it.each(['a@b.cn', 'li.wei+ce@mail.pharmacy.com.cn', '王五@例子.中国'])('accepts the e-mail address %s', (email) => {
    expect(emailRule.pattern.test(email)).toBe(true)
  })
  it.each(['a@b', 'a@b.c', 'a@@b.cn', 'a b@c.cn', 'a@b..cn', 'a@.cn', 'a@b.cn.'])(
    'refuses the e-mail address %s',
    (email) => {
      expect(emailRule.pattern.test(email)).toBe(false)
    },
  )
  it('validates credit codes by GB 32100-2015', () => {
    expect(isCreditCodeValid('91350100M000100Y43')).toBe(true)
    expect(isCreditCodeValid('91350100M000100Y44')).toBe(false)
  })
})

describe('rules of a new password', () => {
  const person = { phone: '13800000001', idNo: '11010519491231002X' }
  it.each([
    ['Aa1!secret', null],
    ['Aa1!', '密码应为 8–20 位'],
    ['aaaaaaaa1', '密码应包含大写字母、小写字母、数字、符号中的至少三种'],
    ['Aa1!秘密秘密', '密码只能包含字母、数字和英文符号，不能有空格'],
    ['Aa!13800000001', '密码不能包含手机号'],
    ['a!11010519491231002x', '密码不能包含证件号'],
  ])('password rule: %s: %s', (password, problem) => {
    expect(passwordProblem(password, person)).toBe(problem)
  })
  it.each([
    ['Aa!13800000001', '密码不能包含手机号'],
    ['a!11010519491231002x', '密码不能包含证件号'],
    ['Aa1!138secret0001', null],
  ])('password rule for %s with masked data only: %s', (password, problem) => {
    const masked = { phone: '138****0001', idNo: '110105********002X' }
    expect(passwordProblem(password, masked)).toBe(problem)
  })
  it('password rules find a personal number as it was typed, even with brackets', () => {
    expect(passwordProblem('Aa!h(1234567)', { idNo: 'H(1234567)' })).toBe('密码不能包含证件号')
  })
  it('password rules ignore unknown personal data', () => {
    expect(checkPasswordRules('x', { phone: '', idNo: '*****' })).toHaveLength(3)
    expect(checkPasswordRules('x')).toHaveLength(3)
    expect(checkPasswordRules('x', person)).toHaveLength(5)
  })
})

// Computed with another MD5 library; all stored passwords depend on these digests.
describe('the password digest', () => {
  it.each([
    ['Demo@2026', 'a4f7c0c3bb140cef7ff84fd5d4ae91eb'],
    ['密码Aa1!', '8faa4f0d73f1ef3e4d08fb2bb75708ca'],
  ])('the digest of the password %s is MD5 of UTF-8, reversed, MD5 again', (password, digest) => {
    expect(digestPassword(password)).toBe(digest)
  })
})
