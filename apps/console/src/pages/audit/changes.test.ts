import { expect, it } from 'vitest'
import { auditActionGroups } from './action-labels.ts'
import { toAuditCsv } from './audit-csv.ts'
import { auditChangesOf, auditRemarksOf, auditSubjectName } from './changes.ts'

it('only changed fields are listed, in Chinese, including added fields', () => {
  const detail = {
    before: { name: '王敏', roles: ['EDITOR'], disabled: false },
    after: {
      name: '王敏',
      roles: ['EDITOR', 'AUDITOR'],
      disabled: true,
      publishAt: '2026-11-20T16:00:00.000Z',
    },
    reason: '转岗',
  }
  expect(auditChangesOf(detail)).toEqual([
    { field: '角色', before: '内容编辑', after: '内容编辑、审计员' },
    { field: '停用', before: '否', after: '是' },
    { field: '发布时间', before: null, after: '2026-11-21 00:00' },
  ])
  expect(auditRemarksOf(detail)).toEqual([{ field: '原因', text: '转岗' }])
  expect(auditSubjectName({ subjectName: null, detail })).toBe('王敏')
})

it('audit entries that create, remove or change nothing are recognised', () => {
  expect(auditChangesOf({ before: null, after: { title: '通知', cover: null } })).toEqual([
    { field: '标题', before: null, after: '通知' },
    { field: 'cover', before: null, after: '（空）' },
  ])
  expect(auditChangesOf({ before: { title: '通知' } })).toEqual([{ field: '标题', before: '通知', after: null }])
  expect(auditChangesOf({ before: ['a'], after: ['a', 'b'] })).toEqual([{ field: '条目', before: 'a', after: 'a、b' }])
  expect(auditChangesOf({ before: { categoryId: 28 }, after: { categoryId: 35 } })).toEqual([
    { field: '栏目', before: '新闻动态', after: '法律法规' },
  ])
  expect(auditChangesOf({})).toEqual([])
  expect(auditSubjectName({ subjectName: null, detail: {} })).toBe('')
})

it('an audit entry shows the current name of its subject rather than the stored name', () => {
  const detail = { title: '周建国', orderNo: '1' }
  expect(auditSubjectName({ subjectName: 'FP2026', detail })).toBe('FP2026')
})

it('the spreadsheet of the audit log contains no formulas', () => {
  const entry = {
    id: '1',
    at: '2026-11-20T16:00:00.000Z',
    actor: 'admin',
    actorName: '李"主任"',
    action: 'staff.updated',
    subjectName: null,
    subject: 'x',
    ip: null,
    detail: { before: { name: '=1+1' }, after: { name: '甲,乙' }, reason: '+86' },
  }
  const [head, row] = toAuditCsv([entry]).trimEnd().split('\r\n')
  expect(head).toBe('\ufeff时间,用户名,姓名,操作,操作代码,对象,对象编号,来源 IP,改动,说明')
  expect(row).toBe(
    '2026-11-21 00:00,admin,"李""主任""",修改工作人员,staff.updated,"甲,乙",x,,"名称：=1+1 → 甲,乙",原因：+86',
  )
})

it('every kind of audit action belongs to a filter group', () => {
  expect(auditActionGroups.filter(({ actions }) => actions.length === 0)).toEqual([])
  const titles = auditActionGroups.map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
  for (const [prefix, title] of [
    ['reduction.', '学时减免'],
    ['privacy.', '个人信息'],
    ['setting.', '运行参数'],
  ])
    expect(auditActionGroups).toContainEqual(expect.objectContaining({ prefix, title }))
})
