import { describe, expect, it } from 'vitest'
import { makePoster, posterInput } from '../../../../test/factories/poster.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { must, mustStaff, staffCall } from '../../../../test/world.ts'

const editor = await makeStaff({ permissions: ['poster.read', 'poster.edit', 'poster.publish'] })
const reader = await makeStaff({ permissions: ['poster.read'] })

const draft = (title: string, categoryId: number) =>
  mustStaff('POST /poster/v1/create', { categoryId, content: posterInput({ title }) }, editor.token)

describe('content desk list', () => {
  it('the content list shows the last change first and filters by category, state and title', async () => {
    const word = `独有${process.pid}%_`
    const [a, b, c] = [await draft(`甲${word}`, 29), await draft(`乙${word}`, 29), await draft(`丙${word}`, 31)]
    const { id, version } = a
    await mustStaff('POST /poster/v1/publish', { id, version, publishAt: null }, editor.token)
    const list = async (filter: object) => {
      const page = await mustStaff('GET /poster/v1/list', { keyword: word, ...filter }, reader.token)
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

  it('the content list names the portal as author of automatic changes', async () => {
    const { id } = await makePoster()
    expect(await mustStaff('GET /poster/v1/info', { id }, reader.token)).toMatchObject({
      updatedBy: '系统',
      state: 'PUBLISHED',
    })
    expect(await must('GET /first_page/v1/posters_info', { id })).toMatchObject({ id })
  })
})
