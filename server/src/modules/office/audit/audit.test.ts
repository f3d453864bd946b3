import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeEmployer } from '../../../../test/factories/employer.ts'
import { makeInvoiceApplication } from '../../../../test/factories/invoice.ts'
import { makeStaff, type TestStaff } from '../../../../test/factories/staff.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { deps, mustStaff, staffCall } from '../../../../test/world.ts'
import { audit, studentActorName } from '../../../platform/audit.ts'

const key = 'GET /audit/v1/list'
const subject = randomUUID()
const auditor = await makeStaff({ roles: ['AUDITOR'] })
const editor = await makeStaff({ roles: ['EDITOR'], name: '编辑百分%王' })
const { db } = await deps()
const actor = editor.username
const detail = { before: { title: '旧' }, after: { title: '新' } }
await audit(db, { actor, action: 'poster.saved', subject, ip: '192.0.2.1', detail })
await audit(db, { actor, action: 'poster.published', subject, ip: '2001:db8::1' })
await audit(db, { actor: 'system', action: 'poster_import.started', subject })

const list = (query: Record<string, string>) => mustStaff(key, { subject, ...query }, auditor.token)
const actions = async (query: Record<string, string>) => (await list(query)).list.map(({ action }) => action)

describe('audit log', () => {
  it('an audit row shows person, action, time, address, before and after', async () => {
    const { list: rows, total } = await list({})
    expect(total).toBe(3)
    expect(rows).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        at: expect.stringMatching(/Z$/),
        actor: 'system',
        actorName: null,
        action: 'poster_import.started',
        subject,
        subjectName: null,
        ip: null,
        detail: {},
      },
      expect.objectContaining({ action: 'poster.published', ip: '2001:db8::1' }),
      expect.objectContaining({
        actor: editor.username,
        actorName: '编辑百分%王',
        action: 'poster.saved',
        ip: '192.0.2.1',
        detail: { before: { title: '旧' }, after: { title: '新' } },
      }),
    ])
    expect(await list({})).toEqual({ list: rows, total, page: 1, pageSize: 20 })
  })

  it('finds audit rows by username, name or start of the action, in pages', async () => {
    const both = ['poster.published', 'poster.saved']
    expect(await actions({ actor: editor.username })).toEqual(both)
    expect(await actions({ actor: '百分%王' })).toEqual(both)
    expect(await actions({ actor: '百分_王' })).toEqual([])
    expect(await actions({ actor: 'system' })).toEqual(['poster_import.started'])
    expect(await actions({ action: 'poster' })).toHaveLength(3)
    expect(await actions({ action: 'poster.' })).toEqual(both)
    expect(await actions({ action: '%' })).toEqual([])
    expect(await actions({ pageSize: '2', page: '2' })).toEqual(['poster.saved'])
    const { total } = await mustStaff(key, { pageSize: '1' }, auditor.token)
    expect(total).toBeGreaterThanOrEqual(3)
  })

  it('audit rows of an employer show its name and are found by it', async () => {
    const { id, name } = await makeEmployer()
    const { db } = await deps()
    const actor = `organisation:${id}`
    await audit(db, { actor, action: 'organisation.loggedIn', subject: id })
    const query = { subject: id, actor: name }
    const { list: found } = await mustStaff(key, query, auditor.token)
    expect(found).toMatchObject([{ actor, actorName: name }])
  })

  it('an audit row names student and subject only to readers with the permission to see them', async () => {
    const student = await makeStudent()
    const { id, applyNo, student: buyer } = await makeInvoiceApplication()
    const { db } = await deps()
    const actor = studentActorName(student.id)
    const gone = randomUUID()
    await audit(db, { actor, action: 'course.evaluated', subject: gone })
    await audit(db, { actor, action: 'privacy.closingAsked', subject: student.id })
    const read = async (subject: string, { token }: TestStaff) =>
      (await mustStaff(key, { subject }, token)).list.map((row) => [row.actorName, row.subjectName])
    expect(await read(gone, auditor)).toEqual([[student.name, null]])
    expect(await read(student.id, auditor)).toEqual([[student.name, student.name]])
    expect(await read(id, auditor)).toEqual([[buyer.name, applyNo]])
    const narrow = await makeStaff({ permissions: ['audit.read', 'invoice.read'] })
    expect(await read(student.id, narrow)).toEqual([[null, null]])
    expect(await read(id, narrow)).toEqual([[null, applyNo]])
  })

  it('audit days are those of Asia/Shanghai, both inclusive', async () => {
    const { db } = await deps()
    const other = randomUUID()
    const add = (at: string, action: string) =>
      sql`insert into audit_log (actor, action, subject, at) values ('system', ${action}, ${other}, ${at})`.execute(db)
    await add('2026-03-01T15:59:59Z', 'last of the first')
    await add('2026-03-01T16:00:00Z', 'first of the second')
    await add('2026-03-02T15:59:59Z', 'last of the second')
    await add('2026-03-02T16:00:00Z', 'first of the third')
    const on = async (from?: string, to?: string) => {
      const query = { subject: other, ...(from ? { from } : {}), ...(to ? { to } : {}) }
      return (await mustStaff(key, query, auditor.token)).list.map(({ action }) => action)
    }
    expect(await on('2026-03-02', '2026-03-02')).toEqual(['last of the second', 'first of the second'])
    expect(await on(undefined, '2026-03-01')).toEqual(['last of the first'])
    expect(await on('2026-03-03')).toEqual(['first of the third'])
  })

  it.each([
    ['from', { from: '2026-02-30' }],
    ['to', { to: 'yesterday' }],
    ['to', { from: '2026-03-03', to: '2026-03-01' }],
    ['actor', { actor: 'x'.repeat(101) }],
    ['page', { page: '-1' }],
    ['pageSize', { pageSize: '1000' }],
  ])('the audit list refuses a bad %s', async (field, query) => {
    expect(await staffCall(key, query, auditor.token)).toMatchObject({
      key: 'common.invalid',
      data: { fields: { [field]: expect.any(String) } },
    })
  })

  it('an audit row shows the current name of its subject', async () => {
    const query = { subject: 'x'.repeat(101) }
    expect(await staffCall(key, query, auditor.token)).toMatchObject({
      msg: expect.stringContaining('对象编号：'),
    })
  })

  it('SQL in a search is treated as text', async () => {
    expect(await actions({ actor: "' or 1=1; drop table staff; --" })).toEqual([])
    expect(await staffCall(key, { actor: 'a\0b' }, auditor.token)).toMatchObject({
      key: 'common.invalid',
    })
  })

  it('the database itself allows only inserts into the audit log', async () => {
    const { db } = await deps()
    const where = sql`where subject = ${subject}`
    for (const change of [
      sql`update audit_log set actor = 'nobody' ${where}`,
      sql`delete from audit_log ${where}`,
      sql`truncate audit_log`,
    ])
      await expect(change.execute(db)).rejects.toThrow(/append-only/)
    expect((await list({})).total).toBe(3)
  })
})
