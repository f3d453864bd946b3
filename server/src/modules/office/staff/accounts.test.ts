import { permissions } from '@ce/contract'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { deps, mustStaff, staffCall } from '../../../../test/world.ts'

const admin = await makeStaff({ roles: ['SUPER_ADMIN'] })

let made = 0
function newAccount(change: object = {}) {
  made += 1
  return { username: `new-${admin.username}-${made}`, name: '新同事', roles: ['EDITOR'], ...change }
}

describe('lists of staff accounts', () => {
  it('lists all staff accounts and finds them by part of name or username', async () => {
    const staff = await makeStaff({ roles: ['AUDITOR'], name: '百分%号_人' })
    const find = (keyword: string) => mustStaff('GET /staff/v1/staff_list', { keyword }, admin.token)
    const row = {
      id: staff.id,
      username: staff.username,
      name: staff.name,
      roles: [{ code: 'AUDITOR', title: '审计员' }],
      totp: 'OFF',
      disabled: false,
      lastSeenAt: expect.stringMatching(/^\d{4}-/),
      createdAt: expect.stringMatching(/^\d{4}-/),
    }
    expect((await find(staff.username.slice(2).toUpperCase())).list).toEqual([row])
    expect((await find('分%号_')).list).toEqual([row])
    expect((await find('分%%号')).list).toEqual([])
    const all = await mustStaff('GET /staff/v1/staff_list', { pageSize: '1', page: '2' }, admin.token)
    expect(all).toMatchObject({ page: 2, pageSize: 1, list: [expect.any(Object)] })
    expect(all.total).toBeGreaterThan(1)
  })

  it('lists all staff roles with their permissions', async () => {
    const roles = await mustStaff('GET /staff/v1/role_list', {}, admin.token)
    const may = Object.fromEntries(roles.map(({ code, permissions }) => [code, permissions]))
    expect(roles.slice(0, 6).map(({ title }) => title)).toEqual([
      '超级管理员',
      '内容编辑',
      '教务',
      '审核员',
      '财务',
      '审计员',
    ])
    expect(roles[0]).toMatchObject({ totpRequired: true })
    expect(may.SUPER_ADMIN?.sort()).toEqual(Object.keys(permissions).sort())
    expect(may.EDITOR).not.toContain('staff.manage')
    expect(may.AUDITOR).toEqual(expect.arrayContaining(['audit.read', 'poster.read']))
    for (const right of may.AUDITOR ?? []) expect(right).toMatch(/\.read$/)
    expect(may.ACADEMIC).toEqual(expect.arrayContaining(['question.edit', 'student.merge']))
    expect(may.REVIEWER).toContain('capture.review')
    for (const right of ['poster.edit', 'site.edit', 'staff.manage', 'audit.read'])
      for (const role of ['ACADEMIC', 'REVIEWER', 'FINANCE']) expect(may[role]).not.toContain(right)
  })

  it.each([{ page: '0' }, { page: '-1' }, { pageSize: '101' }, { keyword: 'x'.repeat(51) }])(
    'the staff list refuses %o',
    async (query) => {
      expect(await staffCall('GET /staff/v1/staff_list', query, admin.token)).toMatchObject({
        key: 'common.invalid',
      })
    },
  )
})

describe('creating staff accounts', () => {
  const key = 'POST /staff/v1/create_staff'

  it('a new staff account has a password for one sign-in, which must then be changed', async () => {
    const account = newAccount()
    const { id, password } = await mustStaff(key, account, admin.token)
    const { staff, token } = await mustStaff('POST /staff/v1/login', { ...account, password })
    expect(staff).toMatchObject({ id, mustChangePassword: true, name: '新同事' })
    expect(await staffCall('GET /audit/v1/list', {}, token)).toMatchObject({
      key: 'staff.passwordChangeNeeded',
    })
    expect(await staffCall(key, account, admin.token)).toMatchObject({ key: 'staff.usernameTaken' })
    const { username, name, roles } = account
    const row = (await listAuditRowsOf(id)).at(-1)
    expect(JSON.stringify(row)).not.toContain(password)
    const created = await deps().then(({ db }) =>
      db
        .selectFrom('auditLog')
        .selectAll()
        .where('subject', '=', id)
        .where('action', '=', 'staff.created')
        .executeTakeFirst(),
    )
    expect(created).toMatchObject({
      actor: admin.username,
      staffId: admin.id,
      ip: '127.0.0.1',
      detail: { after: { username, name, roles } },
    })
  })

  it('creates only one of two staff accounts requested at once with the same username', async () => {
    const account = newAccount()
    const answers = await Promise.all([1, 2].map(() => staffCall(key, account, admin.token)))
    expect(answers.map((answer) => answer.key).sort()).toEqual(['staff.usernameTaken', undefined])
  })

  it('create_staff refuses an unknown role and the reserved username', async () => {
    expect(await staffCall(key, newAccount({ roles: ['KING'] }), admin.token)).toMatchObject({
      key: 'staff.noSuchRole',
    })
    expect(await staffCall(key, newAccount({ username: 'system' }), admin.token)).toMatchObject({
      key: 'staff.usernameTaken',
    })
  })

  it.each([
    ['username', { username: 'ab' }],
    ['username', { username: '1abc' }],
    ['username', { username: 'a b c' }],
    ['username', { username: "a';drop--" }],
    ['username', { username: 'Upper' }],
    ['name', { name: '王' }],
    ['name', { name: 'x'.repeat(31) }],
    ['roles', { roles: 'EDITOR' }],
    ['roles', { roles: Array(11).fill('EDITOR') }],
  ])('creating a staff account refuses a bad %s', async (field, change) => {
    expect(await staffCall(key, newAccount(change), admin.token)).toMatchObject({
      key: 'common.invalid',
      data: { fields: { [field]: expect.any(String) } },
    })
  })
})
