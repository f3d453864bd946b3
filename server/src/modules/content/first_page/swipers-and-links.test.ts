import type { StaffCalls } from '@ce/contract'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { friendlinkInput, swiperInput, uploadStaffPicture } from '../../../../test/factories/first_page.ts'
import { makePoster } from '../../../../test/factories/poster.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { must, mustStaff, staffCall } from '../../../../test/world.ts'

const editor = await makeStaff({ permissions: ['site.edit'] })
const picture = (await uploadStaffPicture(editor.token)).id

const swiper = (change: object = {}) => swiperInput(picture, change)

type Key = keyof StaffCalls & `${string}/first_page/${string}`
const write = <Name extends Key>(key: Name, input?: object) => staffCall(key, input, editor.token)
const does = <Name extends Key>(key: Name, input?: object) => mustStaff(key, input, editor.token)

async function seen(list: 'swipers' | 'friendlinks', id: string) {
  const rows: { id: string; version: string }[] = await does(`GET /first_page/v1/${list}`)
  return { id, version: rows.find((row) => row.id === id)?.version ?? '' }
}

describe('swipers and friend links', () => {
  it('creating, changing, hiding and removing a swiper is audited', async () => {
    const { id } = await does('POST /first_page/v1/save_swiper', swiper({ title: '甲' }))
    const shown = async () => (await must('GET /first_page/v1/swiper_list')).find((each) => each.id === id)
    expect(await shown()).toEqual({
      id,
      title: '甲',
      imageUrl: `/files/public/${picture}`,
      redirectUrl: '/guide',
    })
    const other = await uploadStaffPicture(editor.token)
    const change = {
      ...(await seen('swipers', id)),
      title: '乙',
      fileId: other.id,
      redirectUrl: null,
    }
    await does('POST /first_page/v1/save_swiper', swiper(change))
    expect(await shown()).toMatchObject({ title: '乙', imageUrl: other.url, redirectUrl: null })
    await does('POST /first_page/v1/save_swiper', swiper({ ...(await seen('swipers', id)), visible: false }))
    expect(await shown()).toBeUndefined()
    const all = await does('GET /first_page/v1/swipers')
    expect(all.find((each) => each.id === id)).toMatchObject({ visible: false, fileId: picture })
    await does('POST /first_page/v1/remove_swiper', { id })
    expect(await write('POST /first_page/v1/save_swiper', swiper({ id, version: 'x' }))).toMatchObject({
      key: 'first_page.notFound',
    })
    expect(await listAuditRowsOf(id)).toMatchObject([
      {
        action: 'first_page.swiperSaved',
        actor: editor.username,
        detail: { after: { title: '甲' } },
      },
      { detail: { before: { title: '甲' }, after: { title: '乙' } } },
      { detail: { before: { visible: true }, after: { visible: false } } },
      { action: 'first_page.swiperRemoved', detail: { before: { visible: false } } },
    ])
  })

  it('creating, changing, hiding and removing a friend link is audited', async () => {
    const { id } = await does('POST /first_page/v1/save_friendlink', friendlinkInput({ title: '药监局' }))
    const shown = async () => (await must('GET /first_page/v1/friendlink_list')).find((each) => each.id === id)
    expect(await shown()).toEqual({ id, title: '药监局', redirectUrl: 'https://example.com/' })
    await does(
      'POST /first_page/v1/save_friendlink',
      friendlinkInput({ ...(await seen('friendlinks', id)), redirectUrl: '/aboutUs' }),
    )
    expect(await shown()).toMatchObject({ redirectUrl: '/aboutUs' })
    await does(
      'POST /first_page/v1/save_friendlink',
      friendlinkInput({ ...(await seen('friendlinks', id)), visible: false }),
    )
    expect(await shown()).toBeUndefined()
    const all = await does('GET /first_page/v1/friendlinks')
    expect(all.find((each) => each.id === id)).toMatchObject({ visible: false, title: '链接' })
    await does('POST /first_page/v1/remove_friendlink', { id })
    expect((await listAuditRowsOf(id)).map(({ action }) => action)).toEqual([
      ...Array(3).fill('first_page.friendlinkSaved'),
      'first_page.friendlinkRemoved',
    ])
  })

  it.each([
    ['swipers', 'save_swiper', 'swiper_list', swiper],
    ['friendlinks', 'save_friendlink', 'friendlink_list', friendlinkInput],
  ] as const)(
    '%s to withdrawn content are hidden until it is published again, and the content loses its pin',
    async (list, save, publicList, one) => {
      const publisher = await makeStaff({
        permissions: ['poster.read', 'poster.edit', 'poster.publish'],
      })
      const { id: posterId } = await makePoster({ pinned: true })
      const version = async () => (await mustStaff('GET /poster/v1/info', { id: posterId }, publisher.token)).version
      const act = async (verb: 'withdraw' | 'pin' | 'publish', more: object) =>
        staffCall(`POST /poster/v1/${verb}`, { id: posterId, version: await version(), ...more }, publisher.token)
      const made = await Promise.all(
        [`/detail/news/${posterId}`, `https://portal.example/h5/detail/news/${posterId}?from=1`].map((redirectUrl) =>
          does(`POST /first_page/v1/${save}`, one({ redirectUrl })),
        ),
      )
      const ids = made.map(({ id }) => id)
      const shown = async () => {
        const rows: { id: string }[] = await must(`GET /first_page/v1/${publicList}`)
        return rows.filter(({ id }) => ids.includes(id)).length
      }
      expect(await shown()).toBe(2)
      await act('withdraw', { reason: '内容有误' })
      expect(await shown()).toBe(0)
      const atDesk: { id: string; targetHidden: boolean }[] = await does(`GET /first_page/v1/${list}`)
      expect(atDesk.filter(({ id }) => ids.includes(id)).map((row) => row.targetHidden)).toEqual([true, true])
      const seen = () => mustStaff('GET /poster/v1/info', { id: posterId }, publisher.token)
      expect(await seen()).toMatchObject({ state: 'WITHDRAWN', pinned: false })
      expect(await act('pin', { pinned: true })).toMatchObject({ key: 'poster.withdrawnPin' })
      await act('publish', { publishAt: null })
      expect(await shown()).toBe(2)
      expect(await seen()).toMatchObject({ state: 'PUBLISHED', pinned: false })
    },
  )

  it('an internationalised host name of a link is stored in punycode', async () => {
    const redirectUrl = 'https://药监局.中国/通知'
    const made = [
      await does('POST /first_page/v1/save_friendlink', friendlinkInput({ redirectUrl })),
      await does('POST /first_page/v1/save_swiper', swiper({ redirectUrl })),
    ].map(({ id }) => id)
    const kept = [
      ...(await must('GET /first_page/v1/friendlink_list')),
      ...(await must('GET /first_page/v1/swiper_list')),
    ].filter(({ id }) => made.includes(id))
    expect(kept).toHaveLength(2)
    for (const row of kept) expect(row.redirectUrl).toMatch(/^https:\/\/xn--[\x21-\x7e]+\/通知$/)
  })

  it.each([
    ['swipers', 'save_swiper', swiper],
    ['friendlinks', 'save_friendlink', friendlinkInput],
  ] as const)('%s cannot overwrite a change that the editor has not seen', async (list, save, one) => {
    const { id } = await does(`POST /first_page/v1/${save}`, one())
    const row = await seen(list, id)
    const put = (change: object) => write(`POST /first_page/v1/${save}`, one({ ...row, ...change }))
    expect(await put({ title: '新名' })).toMatchObject({ code: 1 })
    expect(await put({ visible: false })).toMatchObject({ key: 'first_page.stale' })
    expect(await put({ title: '新名' })).toMatchObject({ code: 1 })
    expect(await put({ version: undefined })).toMatchObject({
      key: 'common.invalid',
      data: { fields: { version: expect.any(String) } },
    })
    expect(await listAuditRowsOf(id)).toHaveLength(2)
  })

  it.each([
    ['swipers', 'order_swipers', 'save_swiper', 'remove_swiper', swiper],
    ['friendlinks', 'order_friendlinks', 'save_friendlink', 'remove_friendlink', friendlinkInput],
  ] as const)('%s keep the order set by staff', async (list, order, save, remove, one) => {
    const made = await Promise.all([1, 2, 3].map(() => does(`POST /first_page/v1/${save}`, one())))
    const ids = async () => (await does(`GET /first_page/v1/${list}`)).map(({ id }) => id)
    const before = await ids()
    expect(before).toEqual(expect.arrayContaining(made.map(({ id }) => id)))
    const turned = before.toReversed()
    const put = (list: string[]) => write(`POST /first_page/v1/${order}`, { ids: list })
    expect(await put(turned)).toMatchObject({ code: 1 })
    expect(await ids()).toEqual(turned)
    const records = (await listAuditRowsOf(list.slice(0, -1))).length
    expect(await put(turned)).toMatchObject({ code: 1 })
    expect(await listAuditRowsOf(list.slice(0, -1))).toHaveLength(records)
    const [first = '', ...rest] = turned
    for (const stale of [rest, [...turned, crypto.randomUUID()], [...rest, rest[0] ?? ''], []])
      expect(await put(stale)).toMatchObject({ key: 'first_page.orderStale' })
    await does(`POST /first_page/v1/${remove}`, { id: first })
    expect(await put(turned)).toMatchObject({ key: 'first_page.orderStale' })
    const { id } = await does(`POST /first_page/v1/${save}`, one())
    expect(await ids()).toEqual([...rest, id])
  })
})
