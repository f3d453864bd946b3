import { beforeAll, describe, expect, it } from 'vitest'
import { makePoster, posterContent } from '../../../test/factories/poster.ts'
import { makeStaff, type TestStaff } from '../../../test/factories/staff.ts'
import { must, mustStaff, staffCall } from '../../../test/world.ts'

let editor: TestStaff
let reader: TestStaff

beforeAll(async () => {
  editor = await makeStaff({ permissions: ['poster.read', 'poster.edit', 'poster.publish'] })
  reader = await makeStaff({ permissions: ['poster.read'] })
})

const draft = (title: string, categoryId: number) =>
  mustStaff(
    'POST /poster/v1/create',
    { categoryId, content: posterContent({ title }) },
    editor.token,
  )

describe('the desk list', () => {
  it('shows what was changed last first, and filters by category, state and title', async () => {
    const word = `独有${process.pid}%_`
    const [a, b, c] = [
      await draft(`甲${word}`, 29),
      await draft(`乙${word}`, 29),
      await draft(`丙${word}`, 31),
    ]
    const { id, version } = a
    await mustStaff('POST /poster/v1/publish', { id, version, publishAt: null }, editor.token)
    const list = async (filter: object) => {
      const page = await mustStaff(
        'GET /poster/v1/list',
        { keyword: word, ...filter },
        reader.token,
      )
      return { total: page.total, ids: page.list.map(({ id }) => id) }
    }
    expect(await list({})).toEqual({ total: 3, ids: [a.id, c.id, b.id] })
    expect(await list({ categoryId: 29 })).toEqual({ total: 2, ids: [a.id, b.id] })
    expect(await list({ state: 'DRAFT' })).toEqual({ total: 2, ids: [c.id, b.id] })
    expect(await list({ state: 'PUBLISHED' })).toEqual({ total: 1, ids: [a.id] })
    expect(await list({ page: 2, pageSize: 2 })).toEqual({ total: 3, ids: [b.id] })
    expect(await list({ page: 9 })).toEqual({ total: 3, ids: [] })
    expect(await list({ keyword: '独有_' })).toEqual({ total: 0, ids: [] })
    const bad = { state: 'GONE' }
    expect(await staffCall('GET /poster/v1/list', bad, reader.token)).toMatchObject({
      key: 'common.invalid',
    })
  })

  it('names the portal itself where no person wrote', async () => {
    const { id } = await makePoster()
    expect(await mustStaff('GET /poster/v1/info', { id }, reader.token)).toMatchObject({
      updatedBy: '系统',
      state: 'PUBLISHED',
    })
    expect(await must('GET /first_page/v1/posters_info', { id })).toMatchObject({ id })
  })
})
