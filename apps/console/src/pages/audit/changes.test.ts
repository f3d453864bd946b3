import { expect, it } from 'vitest'
import { actionGroups } from './action-words.ts'
import { auditCsv } from './audit-csv.ts'
import { changesOf, nameOf, remarksOf } from './changes.ts'

it('tells only what differs, in Chinese, with what was not there before', () => {
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
  expect(changesOf(detail)).toEqual([
    { field: '角色', before: '内容编辑', after: '内容编辑、审计员' },
    { field: '停用', before: '否', after: '是' },
    { field: '发布时间', before: null, after: '2026-11-21 00:00' },
  ])
  expect(remarksOf(detail)).toEqual([{ field: '原因', text: '转岗' }])
  expect(nameOf({ subjectName: null, detail })).toBe('王敏')
})

it('knows creation, removal, and rows that tell nothing', () => {
  expect(changesOf({ before: null, after: { title: '通知', cover: null } })).toEqual([
    { field: '标题', before: null, after: '通知' },
    { field: 'cover', before: null, after: '（空）' },
  ])
  expect(changesOf({ before: { title: '通知' } })).toEqual([
    { field: '标题', before: '通知', after: null },
  ])
  expect(changesOf({ before: ['a'], after: ['a', 'b'] })).toEqual([
    { field: '条目', before: 'a', after: 'a、b' },
  ])
  expect(changesOf({ before: { categoryId: 28 }, after: { categoryId: 35 } })).toEqual([
    { field: '栏目', before: '新闻动态', after: '法律法规' },
  ])
  expect(changesOf({})).toEqual([])
  expect(nameOf({ subjectName: null, detail: {} })).toBe('')
})

it('names what a row is about as it is called today, rather than by a title that stands in it', () => {
  const detail = { title: '周建国', orderNo: '1' }
  expect(nameOf({ subjectName: 'FP2026', detail })).toBe('FP2026')
})

it('a spreadsheet shows every cell as text, never as a formula', () => {
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
  const [head, row] = auditCsv([entry]).trimEnd().split('\r\n')
  expect(head).toBe('\ufeff时间,用户名,姓名,操作,操作代码,对象,对象编号,来源 IP,改动,说明')
  expect(row).toBe(
    '2026-11-21 00:00,admin,"李""主任""",修改工作人员,staff.updated,"甲,乙",x,,"名称：=1+1 → 甲,乙",原因：+86',
  )
})

it('finds every kind of action by a group of the filter', () => {
  expect(actionGroups.filter(({ actions }) => actions.length === 0)).toEqual([])
  const titles = actionGroups.map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
  for (const [prefix, title] of [
    ['reduction.', '学时减免'],
    ['privacy.', '个人信息'],
    ['setting.', '运行参数'],
  ])
    expect(actionGroups).toContainEqual(expect.objectContaining({ prefix, title }))
})
