import { contentLimits } from '@ce/contract'
import { describe, expect, it } from 'vitest'
import { posterInput } from '../../../../test/factories/poster.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { mustStaff, staffCall } from '../../../../test/world.ts'

const editor = await makeStaff({ permissions: ['poster.read', 'poster.edit', 'poster.import'] })

const create = (bodyHtml: string, categoryId: unknown = 28) =>
  staffCall('POST /poster/v1/create', { categoryId, content: posterInput({ bodyHtml }) }, editor.token)

// `html/clean.unit.test.ts` measures the time, because no parallel tests disturb it there.
describe('oversized and hostile texts', () => {
  const row = `<tr>${'<td>1</td>'.repeat(10)}</tr>`
  const refused: [name: string, bodyHtml: string, problem: string][] = [
    ['too long', '长'.repeat(contentLimits.body + 1), '正文过长'],
    ['signs that grow when they are escaped', '& '.repeat(900_000), '正文过长'],
    ['signs that begin tags', '<'.repeat(1_900_000), '标签过多'],
    ['depth', '<div>'.repeat(90_000), '嵌套层数过多'],
    ['tiny elements', '<p>x</p>'.repeat(100_000), '标签过多'],
    ['nested tables', '<table><tr><td>'.repeat(60_000), '标签过多'],
    ['deeply nested tables', '<table><tr><td>'.repeat(1000), '嵌套层数过多'],
    ['cells', `<table>${row.repeat(15_000)}</table>`, '标签过多'],
    ['comments', '<!--'.repeat(400_000), '标签过多'],
    ['headings', '<h2>章</h2>'.repeat(contentLimits.headings + 1), '标题过多'],
    ['anchors', distinctAnchors(contentLimits.anchors + 1), '锚点过多'],
    ['inline tags opened again in every block', `${'<s><u>'}${'<p>x'.repeat(49_000)}`, '标签过多'],
  ]

  it.each(refused)('a text with hostile content (%s) is refused with a message', async (_, bodyHtml, problem) => {
    expect(await create(bodyHtml)).toMatchObject({
      key: 'common.invalid',
      msg: expect.stringContaining(`正文：`),
      data: { fields: { bodyHtml: expect.stringContaining(problem) } },
    })
  })

  it('a request of 20 MB is refused before it is read', async () => {
    expect(await create('x'.repeat(20_000_000))).toMatchObject({ status: 413 })
  })

  it.each([
    ['a million letters', `<p>${'药'.repeat(1_000_000)}</p>`],
    ['all the headings there may be', '<h2>章</h2><p>文</p>'.repeat(contentLimits.headings)],
    ['a table of 2000 rows', `<table>${row.repeat(2000)}</table>`],
    ['all the anchors there may be', distinctAnchors(contentLimits.anchors)],
  ])('a text at the limit (%s) is stored and can be saved again unchanged', async (_, bodyHtml) => {
    const { data } = await create(bodyHtml)
    const { content } = await mustStaff('GET /poster/v1/info', { id: data.id }, editor.token)
    expect(await create(content.bodyHtml)).toMatchObject({ code: 1, data: { cleaned: [] } })
  })
})

function distinctAnchors(count: number): string {
  const one = (index: number) => `<p id="article-${Math.floor(index / 900)}-${index % 900}">条</p>`
  return Array.from({ length: count }, (_, index) => one(index)).join('')
}

describe('names of fields in messages', () => {
  it.each([[true], [[28]], ['28'], [28.5], [null], [{}], [3]])(
    'a category must be a known number, not %j',
    async (categoryId) => {
      const refusal = {
        key: 'common.invalid',
        msg: expect.stringContaining('栏目：'),
        data: { fields: { categoryId: expect.any(String) } },
      }
      expect(await create('<p>正文</p>', categoryId)).toMatchObject(refusal)
      if (categoryId === null) return
      const check = { fileId: crypto.randomUUID(), categoryId }
      expect(await staffCall('POST /poster_import/v1/check', check, editor.token)).toMatchObject(refusal)
    },
  )

  it('validation messages name the field as the content desk does', async () => {
    const id = crypto.randomUUID()
    const restore = { id, version: 1, no: 0 }
    expect(await staffCall('POST /poster/v1/restore', restore, editor.token)).toMatchObject({
      msg: expect.stringContaining('稿号：'),
    })
    expect(await staffCall('GET /poster/v1/preview', { id, no: 'x' }, editor.token)).toMatchObject({
      msg: expect.stringContaining('稿号：'),
    })
    expect(await staffCall('POST /poster/v1/create', { categoryId: 28 }, editor.token)).toMatchObject({
      msg: expect.stringMatching(/内容：/),
    })
  })
})
