import { z } from 'zod'
import { challengeSolution } from '../client/student.ts'
import { emptyRequest, emptyResponse, id, instant, pageQuery, pageShape, reason, text } from '../common.ts'
import { defineCall } from '../define.ts'
import { usernameRule } from '../rules/desk-rules.ts'
import { foldNumber, foldPlainText } from '../rules/fold-text.ts'
import { permissions } from '../rules/permissions.ts'
import { searchLimits } from '../rules/search-limits.ts'

const permission = z.enum(Object.keys(permissions) as [keyof typeof permissions])
const username = z
  .string('请填写用户名')
  .max(100, { error: '用户名过长', abort: true })
  .overwrite(usernameRule.fold)
  .regex(usernameRule.pattern, usernameRule.msg)
/** Plain text, sent over TLS; the server stores an argon2id hash. */
const password = z.string('请填写密码').min(1, '请填写密码').max(128, '密码过长')
const newPassword = z.string('请填写新密码').min(8, '密码为 8–64 位').max(64, '密码为 8–64 位')
const code = z
  .string('请填写动态口令')
  .max(40, { error: '动态口令为 6 位数字', abort: true })
  .overwrite(foldNumber)
  .regex(/^[0-9]{6}$/, '动态口令为 6 位数字')
const roles = z.array(z.string().max(40)).max(10, '角色过多')
const account = {
  name: text(30).min(2, '姓名为 2–30 个字'),
  roles,
  disabled: z.boolean('请选择'),
}
const role = z.object({ code: z.string(), title: z.string() })

/**
 * State of the one-time codes (TOTP). REQUIRED: a role of the person needs them, and every other call is refused until
 * they are set up.
 */
const totp = z.enum(['OFF', 'ON', 'REQUIRED'])

const staffMe = z.object({
  id,
  username: z.string(),
  name: z.string(),
  roles: z.array(role),
  permissions: z.array(permission),
  totp,
  mustChangePassword: z.boolean(),
  /** The session ends after this many seconds without activity. */
  idleSeconds: z.int(),
})

export const staff = {
  login: defineCall({
    method: 'POST',
    path: '/staff/v1/login',
    audience: 'public',
    summary: '工作人员登录',
    labels: { code: '动态口令' },
    request: z.object({
      username: z
        .string('请填写用户名')
        .max(64, { error: '用户名过长', abort: true })
        .overwrite(foldPlainText)
        .min(1, '请填写用户名'),
      password,
      code: code.optional(),
      challenge: challengeSolution.optional(),
    }),
    response: z.object({ token: z.string(), staff: staffMe }),
    refusals: [
      'staff.badCredentials',
      'staff.locked',
      'staff.codeNeeded',
      'staff.badCode',
      'student.challengeRequired',
      'student.challengeInvalid',
    ],
  }),
  logout: defineCall({
    method: 'POST',
    path: '/staff/v1/logout',
    audience: 'staff',
    before: 'PASSWORD',
    summary: '退出登录',
    request: emptyRequest,
    response: emptyResponse,
    refusals: [],
  }),
  me: defineCall({
    method: 'GET',
    path: '/staff/v1/me',
    audience: 'staff',
    before: 'PASSWORD',
    summary: '我的账号、角色与权限',
    request: emptyRequest,
    response: staffMe,
    refusals: [],
  }),
  names: defineCall({
    method: 'GET',
    path: '/staff/v1/names',
    audience: 'staff',
    summary: '同事的姓名，按用户名：列表与日志里显示姓名用',
    request: emptyRequest,
    response: z.array(z.object({ username: z.string(), name: z.string() })),
    refusals: [],
  }),
  changePassword: defineCall({
    method: 'POST',
    path: '/staff/v1/change_password',
    audience: 'staff',
    before: 'PASSWORD',
    summary: '修改密码，其他会话随即失效',
    request: z.object({ oldPassword: password, newPassword }),
    response: emptyResponse,
    refusals: ['staff.wrongPassword', 'staff.samePassword', 'staff.weakPassword', 'staff.locked'],
  }),
  totpBegin: defineCall({
    method: 'POST',
    path: '/staff/v1/totp_begin',
    audience: 'staff',
    before: 'TOTP',
    summary: '开始绑定动态口令',
    request: z.object({ password }),
    response: z.object({ secret: z.string(), otpauthUrl: z.string() }),
    refusals: ['staff.wrongPassword', 'staff.totpOn', 'staff.locked'],
  }),
  totpConfirm: defineCall({
    method: 'POST',
    path: '/staff/v1/totp_confirm',
    audience: 'staff',
    before: 'TOTP',
    summary: '用第一个动态口令确认绑定',
    labels: { code: '动态口令' },
    request: z.object({ code }),
    response: staffMe,
    refusals: ['staff.badCode', 'staff.totpNotBegun', 'staff.locked'],
  }),
  totpRemove: defineCall({
    method: 'POST',
    path: '/staff/v1/totp_remove',
    audience: 'staff',
    summary: '解除动态口令',
    labels: { code: '动态口令' },
    request: z.object({ password, code }),
    response: staffMe,
    refusals: ['staff.wrongPassword', 'staff.badCode', 'staff.totpMandatory', 'staff.locked'],
  }),
  staffList: defineCall({
    method: 'GET',
    path: '/staff/v1/staff_list',
    audience: 'staff',
    permission: 'staff.manage',
    summary: '工作人员列表',
    request: z.object({ keyword: text(searchLimits.staff).optional(), ...pageQuery }),
    response: pageShape(
      z.object({
        id,
        username: z.string(),
        name: z.string(),
        roles: z.array(role),
        totp,
        disabled: z.boolean(),
        lastSeenAt: instant.nullable(),
        createdAt: instant,
      }),
    ),
    refusals: [],
  }),
  roleList: defineCall({
    method: 'GET',
    path: '/staff/v1/role_list',
    audience: 'staff',
    permission: 'staff.manage',
    summary: '角色及其权限',
    request: emptyRequest,
    response: z.array(role.extend({ permissions: z.array(permission), totpRequired: z.boolean() })),
    refusals: [],
  }),
  createStaff: defineCall({
    method: 'POST',
    path: '/staff/v1/create_staff',
    audience: 'staff',
    permission: 'staff.manage',
    summary: '新建工作人员；给出一次性初始密码',
    request: z.object({ username, name: account.name, roles }),
    response: z.object({ id, password: z.string() }),
    refusals: ['staff.usernameTaken', 'staff.noSuchRole'],
  }),
  updateStaff: defineCall({
    method: 'POST',
    path: '/staff/v1/update_staff',
    audience: 'staff',
    permission: 'staff.manage',
    summary: '修改姓名、角色，停用或启用',
    request: z.object({
      id,
      ...account,
      /** Field values when the form was opened, to detect concurrent changes. */
      before: z.object({ ...account, name: text(30) }),
      reason,
    }),
    response: emptyResponse,
    refusals: ['staff.notFound', 'staff.noSuchRole', 'staff.lastAdmin', 'staff.notYourself', 'staff.stale'],
  }),
  resetStaff: defineCall({
    method: 'POST',
    path: '/staff/v1/reset_staff',
    audience: 'staff',
    permission: 'staff.manage',
    summary: '重置密码（给出一次性密码），可同时解除动态口令',
    labels: { totp: '解除动态口令' },
    request: z.object({
      id,
      /** The client makes the key, so a repeated call creates no second password. */
      key: id,
      totp: z.boolean('请选择'),
      reason,
    }),
    response: z.object({ password: z.string() }),
    refusals: ['staff.notFound', 'staff.notYourself', 'common.passwordGiven', 'common.keyUsed'],
  }),
}
