import type { StaffCalls } from '@ce/contract'
import { describe, expect, it } from 'vitest'
import { posterInput } from '../../../../test/factories/poster.ts'
import { makeStaff, type TestStaff } from '../../../../test/factories/staff.ts'
import { deps, mustStaff, passTime, staffCall } from '../../../../test/world.ts'

type Key = Extract<keyof StaffCalls, `${string} /poster/v1/${string}`>

const reason = '测试原因'
const permissions = ['poster.read', 'poster.edit', 'poster.publish'] as const
const editor = await makeStaff({ name: '张编辑', permissions })
const colleague = await makeStaff({ name: '李编辑', permissions })

const draft = (content = posterInput()) =>
  mustStaff('POST /poster/v1/create', { categoryId: 28, content }, editor.token)
const pick = ({ id, version }: { id: string; version: number }) => ({ id, version })

async function actionsOn(id: string): Promise<(string | undefined)[]> {
  const { db } = await deps()
  const rows = db.selectFrom('auditLog').select('action').where('subject', '=', id)
  return (await rows.orderBy('id').execute()).map(({ action }) => action.split('.')[1])
}

describe('concurrent edits of a content item', () => {
  it('the second of two concurrent editors is refused and told the name of the first', async () => {
    const item = await draft()
    const save = (who: TestStaff, bodyHtml: string) =>
      staffCall('POST /poster/v1/save', { ...pick(item), content: posterInput({ bodyHtml }) }, who.token)
    expect(await save(colleague, '<p>李</p>')).toMatchObject({ code: 1 })
    const refused = await save(editor, '<p>张</p>')
    expect(refused).toMatchObject({
      key: 'poster.versionStale',
      data: { by: '李编辑' },
    })
    expect(refused.msg).toContain('李编辑')
    for (const [key, more] of [
      ['POST /poster/v1/publish', { publishAt: null }],
      ['POST /poster/v1/pin', { pinned: true }],
      ['POST /poster/v1/restore', { no: 1 }],
      ['POST /poster/v1/remove', { reason }],
      ['POST /poster/v1/withdraw', { reason }],
    ] as const)
      expect(await staffCall(key, { ...pick(item), ...more }, editor.token)).toMatchObject({
        key: 'poster.versionStale',
      })
    expect((await mustStaff('GET /poster/v1/info', { id: item.id }, editor.token)).content.bodyHtml).toBe('<p>李</p>')
  })

  it('of many concurrent edits of a content item only one is saved', async () => {
    const item = await draft()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        staffCall(
          'POST /poster/v1/save',
          { ...pick(item), content: posterInput({ bodyHtml: `<p>${index}</p>` }) },
          (index % 2 ? editor : colleague).token,
        ),
      ),
    )
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    expect(answers.filter(({ key }) => key === 'poster.versionStale')).toHaveLength(5)
  })
})

describe('repeated requests of the content desk', () => {
  it('a repeated request to create an item returns the first item, even when sent twice at once', async () => {
    const input = { categoryId: 28, content: posterInput() }
    const create = () => mustStaff('POST /poster/v1/create', input, editor.token)
    const [one, two] = await Promise.all([create(), create()])
    expect(two).toEqual(one)
    expect(await create()).toEqual(one)
    const theirs = await mustStaff('POST /poster/v1/create', input, colleague.token)
    expect(theirs.id).not.toBe(one.id)
    await passTime(601)
    expect((await create()).id).not.toBe(one.id)
  })

  it('a repeated change of a content item gets the first response and changes nothing', async () => {
    const item = await draft()
    const twice = async (key: Key, input: object) => {
      const first = await mustStaff(key, input, editor.token)
      expect(await mustStaff(key, input, editor.token)).toEqual(first)
    }
    const { id } = item
    const content = posterInput()
    await twice('POST /poster/v1/save', { id, version: 1, content })
    await twice('POST /poster/v1/publish', { id, version: 2, publishAt: null })
    await twice('POST /poster/v1/pin', { id, version: 3, pinned: true })
    await twice('POST /poster/v1/restore', { id, version: 4, no: 1 })
    await twice('POST /poster/v1/withdraw', { id, version: 5, reason })
    const other = await draft()
    await twice('POST /poster/v1/remove', { ...pick(other), reason })
    expect(await actionsOn(id)).toEqual(['created', 'saved', 'published', 'pinned', 'restored', 'withdrawn'])
    const pin = { id, version: 5, pinned: true }
    expect(await staffCall('POST /poster/v1/pin', pin, colleague.token)).toMatchObject({
      key: 'poster.versionStale',
    })
  })

  it('pinning a pinned item writes no audit row', async () => {
    const item = await draft()
    const pin = (version: number, pinned: boolean) =>
      mustStaff('POST /poster/v1/pin', { id: item.id, version, pinned }, editor.token)
    expect(await pin(1, false)).toEqual({ version: 1, draftNo: 1 })
    expect(await pin(1, true)).toEqual({ version: 2, draftNo: 1 })
    expect(await pin(2, true)).toEqual({ version: 2, draftNo: 1 })
    await pin(2, false)
    expect(await actionsOn(item.id)).toEqual(['created', 'pinned', 'unpinned'])
  })

  it('saving unchanged content creates no revision', async () => {
    const content = posterInput()
    const item = await draft(content)
    const saved = await mustStaff('POST /poster/v1/save', { ...pick(item), content }, colleague.token)
    expect(saved).toMatchObject({ version: 1, draftNo: 1 })
  })
})
