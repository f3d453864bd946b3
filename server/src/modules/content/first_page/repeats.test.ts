import { maxSiteListLength, type StaffCalls } from '@ce/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeTestPicture } from '../../../../test/factories/content.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { deps, mustStaff, staffCall } from '../../../../test/world.ts'
import { addContentFile } from '../../file/service/content.ts'

const editor = await makeStaff({ permissions: ['site.edit'] })
const content = await makeTestPicture(1200, 480).png().toBuffer()
const fileId = await addContentFile(await deps(), { purpose: 'PICTURE', name: 'a.png', content })

type Key = keyof StaffCalls & `${string}/first_page/${string}`
const write = <Name extends Key>(key: Name, input?: object) => staffCall(key, input, editor.token)
const does = <Name extends Key>(key: Name, input?: object) => mustStaff(key, input, editor.token)

async function actionsOn(subject: string): Promise<string[]> {
  const { db } = await deps()
  const rows = db.selectFrom('auditLog').select('action').where('subject', '=', subject)
  return (await rows.orderBy('id').execute()).map(({ action }) => action)
}

const lists = [
  {
    table: 'swiper',
    list: 'swipers',
    save: 'save_swiper',
    remove: 'remove_swiper',
    more: () => ({ fileId }),
  },
  {
    table: 'friendlink',
    list: 'friendlinks',
    save: 'save_friendlink',
    remove: 'remove_friendlink',
    more: () => ({}),
  },
] as const

describe.each(lists)('$list', ({ table, list, save, remove, more }) => {
  const one = (change: object = {}) => ({
    id: null,
    key: crypto.randomUUID(),
    title: '一条',
    redirectUrl: '/guide',
    visible: false,
    ...more(),
    ...change,
  })
  const ids = async () => (await does(`GET /first_page/v1/${list}`)).map(({ id }) => id)

  it('a list row is created once, even when the same request is sent twice at once', async () => {
    const input = one()
    const create = () => does(`POST /first_page/v1/${save}`, input)
    const [first, second] = await Promise.all([create(), create()])
    expect(second).toEqual(first)
    const { id } = first
    expect((await ids()).filter((each) => each === id)).toHaveLength(1)
    const version = (await does(`GET /first_page/v1/${list}`)).find((row) => row.id === id)?.version
    await does(`POST /first_page/v1/${save}`, one({ id, version, title: '改过' }))
    expect(await create()).toEqual({ id })
    expect((await does(`GET /first_page/v1/${list}`)).find((row) => row.id === id)?.title).toBe('改过')
    expect(await actionsOn(id)).toEqual(Array(2).fill(`first_page.${table}Saved`))
    expect(await write(`POST /first_page/v1/${save}`, { ...input, title: '另一条' })).toMatchObject({
      key: 'first_page.keyUsed',
    })
  })

  it('creating a list row requires a key', async () => {
    expect(await write(`POST /first_page/v1/${save}`, one({ key: undefined }))).toMatchObject({
      key: 'common.invalid',
      data: { fields: { key: expect.any(String) } },
    })
  })

  it('a list row is removed once, and a late repeat does not create it again', async () => {
    const input = one()
    const { id } = await does(`POST /first_page/v1/${save}`, input)
    const first = await does(`POST /first_page/v1/${remove}`, { id })
    expect(await does(`POST /first_page/v1/${remove}`, { id })).toEqual(first)
    expect(await does(`POST /first_page/v1/${save}`, input)).toEqual({ id })
    expect(await ids()).not.toContain(id)
    expect(await actionsOn(id)).toEqual([`first_page.${table}Saved`, `first_page.${table}Removed`])
  })

  it('saving an unchanged list row writes no audit row', async () => {
    const { id } = await does(`POST /first_page/v1/${save}`, one())
    expect(await does(`POST /first_page/v1/${save}`, one({ id, version: 'x' }))).toEqual({ id })
    expect(await actionsOn(id)).toHaveLength(1)
  })

  it('a list cannot have more rows than one sorting call can hold', async () => {
    const { db } = await deps()
    const missing = maxSiteListLength - (await ids()).length
    const file = table === 'swiper' ? sql`, ${fileId}::uuid` : sql``
    const column = table === 'swiper' ? sql`, file_id` : sql``
    await sql`insert into ${sql.table(table)} (title, redirect_url, visible, position ${column})
      select '凑数', '/guide', false, 100000 + n ${file} from generate_series(1, ${missing}::int) as n`.execute(db)
    const refused = await write(`POST /first_page/v1/${save}`, one())
    expect(refused).toMatchObject({ key: 'first_page.tooMany' })
    expect(refused.msg).toContain(String(maxSiteListLength))
    const order = (await ids()).toReversed()
    expect(await write(`POST /first_page/v1/order_${list}`, { ids: order })).toMatchObject({
      code: 1,
    })
    await sql`delete from ${sql.table(table)} where title = '凑数'`.execute(db)
    expect(await write(`POST /first_page/v1/${save}`, one())).toMatchObject({ code: 1 })
  })

  it('the database refuses invalid list rows too', async () => {
    const { db } = await deps()
    const { id } = await does(`POST /first_page/v1/${save}`, one())
    const set = (assignment: ReturnType<typeof sql>) =>
      sql`update ${sql.table(table)} set ${assignment} where id = ${id}`.execute(db)
    for (const address of ['javascript:alert(1)', '//evil.example', '/\\evil', 'a b', '']) {
      await expect(set(sql`redirect_url = ${address}`)).rejects.toThrow(/link_address/)
    }
    await expect(set(sql`redirect_url = ${`/${'a'.repeat(500)}`}`)).rejects.toThrow(/link_address/)
    for (const title of ['', 'a'.repeat(61)]) await expect(set(sql`title = ${title}`)).rejects.toThrow(/title_check/)
    await set(sql`redirect_url = '/'`)
    await set(sql`redirect_url = 'HTTPS://example.com/?a=1#b'`)
  })
})

it('saving unchanged site constants writes no audit row', async () => {
  const { qrImages: _, ...constants } = await does('GET /first_page/v1/site_info')
  const input = { ...constants, qrImages: [] }
  const { version } = await does('POST /first_page/v1/save_site_info', input)
  const before = (await actionsOn('site_info')).length
  await does('POST /first_page/v1/save_site_info', input)
  expect(await actionsOn('site_info')).toHaveLength(before)
  await does('POST /first_page/v1/save_site_info', { ...input, version, phone: '0571-9999' })
  expect(await actionsOn('site_info')).toHaveLength(before + 1)
})
