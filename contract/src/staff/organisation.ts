import { z } from 'zod'
import { emptyResponse, id, instant, pageQuery, pageShape, plainText, reason, text } from '../common.ts'
import { defineCall } from '../define.ts'
import { creditCode, organisationName, personKeyword } from '../person-fields.ts'
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
  mustChangePassword: z.boolean(),
  createdAt: instant,
  lastSeenAt: instant.nullable(),
  invited: z.int(),
  confirmed: z.int(),
  paid: z.int(),
})

/** The one-time password is returned once; when the call is sent again it is null. */
const password = z.string().nullable()

export const organisation = {
  list: defineCall({
    method: 'GET',
    path: '/organisation/v1/list',
    audience: 'staff',
    permission: 'organisation.read',
    summary: '用人单位：按名称或统一社会信用代码查找，新建的在前',
    request: z.object({ keyword: personKeyword(searchLimits.organisations).optional(), ...pageQuery }),
    response: pageShape(organisationView),
    refusals: [],
  }),
  create: defineCall({
    method: 'POST',
    path: '/organisation/v1/create',
    audience: 'staff',
    permission: 'organisation.manage',
    summary: '新建用人单位账号，给出一次性密码（只显示一次）；重复提交不再给出密码',
    labels: { name: '单位名称', contactName: '联系人', contactPhone: '联系电话' },
    /** The client makes the id, so a repeated call returns the same organisation. */
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
      /** Field values when the form was opened, to detect concurrent changes. */
      before: z.object(
        { name: text(100), contactName: text(30), contactPhone: text(20), disabled },
        '修改前的内容不正确',
      ),
      reason,
    }),
    response: emptyResponse,
    refusals: ['organisation.notFound', 'organisation.stale'],
  }),
  reset: defineCall({
    method: 'POST',
    path: '/organisation/v1/reset',
    audience: 'staff',
    permission: 'organisation.manage',
    summary: '重置用人单位的密码：给出新的一次性密码，结束它的登录，解除锁定',
    /** The client makes the key, so a repeated call creates no second password. */
    request: z.object({ id, key: id, reason }),
    response: z.object({ password: z.string() }),
    refusals: ['organisation.notFound', 'common.passwordGiven', 'common.keyUsed'],
  }),
}
