import { z } from 'zod'
import { challengeSolution } from '../client/student.ts'
import { emptyRequest, emptyResponse, id, text } from '../common.ts'
import { defineCall } from '../define.ts'
import { foldNumber } from '../rules/fold-text.ts'

const organisationMe = z.object({
  id,
  name: z.string(),
  creditCode: z.string(),
  mustChangePassword: z.boolean(),
})

const password = z.string('请填写密码').min(1, '请填写密码').max(128, '密码过长')

export const organisation = {
  login: defineCall({
    method: 'POST',
    path: '/organisation/v1/login',
    audience: 'public',
    summary: '用人单位登录：统一社会信用代码与密码；多次失败后需要安全验证',
    request: z.object({
      creditCode: text(40).min(1, '请填写统一社会信用代码').overwrite(foldNumber),
      password,
      challenge: challengeSolution.optional(),
    }),
    response: z.object({ token: z.string(), organisation: organisationMe }),
    refusals: ['student.badCredentials', 'student.locked', 'student.challengeRequired', 'student.challengeInvalid'],
  }),
  logout: defineCall({
    method: 'POST',
    path: '/organisation/v1/logout',
    audience: 'employer',
    before: 'PASSWORD',
    summary: '退出登录',
    request: emptyRequest,
    response: emptyResponse,
    refusals: [],
  }),
  me: defineCall({
    method: 'GET',
    path: '/organisation/v1/me',
    audience: 'employer',
    before: 'PASSWORD',
    summary: '当前登录的用人单位',
    request: emptyRequest,
    response: organisationMe,
    refusals: [],
  }),
  changePassword: defineCall({
    method: 'POST',
    path: '/organisation/v1/change_password',
    audience: 'employer',
    before: 'PASSWORD',
    summary: '修改密码；其他登录随之失效',
    request: z.object({
      oldPassword: password,
      newPassword: z.string('请填写新密码').min(8, '密码为 8–64 位').max(64, '密码为 8–64 位'),
    }),
    response: emptyResponse,
    refusals: ['student.wrongPassword', 'student.samePassword', 'student.weakPassword', 'student.locked'],
  }),
}
