import { z } from 'zod'
import { done, id, instant, pageOf, pageQuery, plainText, reason, text } from '../common.ts'
import { defineCall } from '../define.ts'
import { creditCode, keyword, organisationName } from '../person-fields.ts'
import { contactPhoneRule } from '../rules/person.ts'
import { searchLimits } from '../rules/search-limits.ts'

const fields = {
  name: organisationName(100).min(2, '请填写单位名称'),
  contactName: text(30).min(2, '请填写联系人'),
  contactPhone: plainText(20).regex(contactPhoneRule.pattern, contactPhoneRule.msg),
}
const disabled = z.boolean('应为是或否')

const organisationView = z.object({
  id,
  name: z.string(),
  creditCode: z.string(),
  contactName: z.string(),
  contactPhone: z.string(),
  disabled: z.boolean(),
  /** the one-time password is still the password */
  mustChangePassword: z.boolean(),
  createdAt: instant,
  lastSeenAt: instant.nullable(),
  /** of people it named: how many agreed, for how many it has paid */
  invited: z.int(),
  confirmed: z.int(),
  paid: z.int(),
})

/** A one-time password to be changed at the first sign-in: said once. Null in a repeat, which cannot know it any more. */
const password = z.string().nullable()

export const organisation = {
  list: defineCall({
    method: 'GET',
    path: '/organisation/v1/list',
    audience: 'staff',
    permission: 'organisation.read',
    summary: '用人单位：按名称或统一社会信用代码查找，新建的在前',
    request: z.object({ keyword: keyword(searchLimits.organisations).optional(), ...pageQuery }),
    response: pageOf(organisationView),
    refusals: [],
  }),
  create: defineCall({
    method: 'POST',
    path: '/organisation/v1/create',
    audience: 'staff',
    permission: 'organisation.manage',
    summary: '新建用人单位账号，给出一次性密码（只显示一次）；重复提交不再给出密码',
    labels: { name: '单位名称', contactName: '联系人', contactPhone: '联系电话' },
    /** id is made by the client: a repeat finds the same organisation */
    request: z.object({ id, creditCode, ...fields }),
    response: z.object({ id, password }),
    refusals: ['organisation.codeTaken', 'organisation.keyUsed'],
  }),
  update: defineCall({
    method: 'POST',
    path: '/organisation/v1/update',
    audience: 'staff',
    permission: 'organisation.manage',
    summary: '修改用人单位的名称与联系方式，停用或启用；停用立即结束它的登录',
    labels: {
      name: '单位名称',
      contactName: '联系人',
      contactPhone: '联系电话',
      disabled: '停用',
      before: '修改前的内容',
    },
    request: z.object({
      id,
      ...fields,
      disabled,
      /** what the form was opened with: changed by somebody else meanwhile, it is refused */
      before: z.object(
        { name: text(100), contactName: text(30), contactPhone: text(20), disabled },
        '修改前的内容不正确',
      ),
      reason,
    }),
    response: done,
    refusals: ['organisation.notFound', 'organisation.stale'],
  }),
  reset: defineCall({
    method: 'POST',
    path: '/organisation/v1/reset',
    audience: 'staff',
    permission: 'organisation.manage',
    summary: '重置用人单位的密码：给出新的一次性密码，结束它的登录，解除锁定',
    /** key is made by the client: a repeat makes no second password */
    request: z.object({ id, key: id, reason }),
    response: z.object({ password: z.string() }),
    refusals: ['organisation.notFound', 'common.passwordGiven', 'common.keyUsed'],
  }),
}
