import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { posterInput } from '../../../../test/factories/poster.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { call, deps, mustStaff, staffCall } from '../../../../test/world.ts'
import { appNow } from '../../../platform/db/database.ts'

const reason = '测试原因'
const permissions = ['poster.read', 'poster.edit', 'poster.publish'] as const
const editor = await makeStaff({ name: '张编辑', permissions })
const writer = await makeStaff({ permissions: ['poster.read', 'poster.edit'] })

const draft = (categoryId = 28) =>
  mustStaff('POST /poster/v1/create', { categoryId, content: posterInput() }, editor.token)
const pick = ({ id, version }: { id: string; version: number }) => ({ id, version })
const publish = (items: { id: string; version: number }[]) =>
  mustStaff('POST /poster/v1/publish_batch', { items, publishAt: null }, editor.token)
const shown = async (id: string) => (await call('GET /first_page/v1/posters_info', { id })).code

async function auditedIn(id: string) {
  const { db } = await deps()
  const rows = db.selectFrom('auditLog').select(['action', 'actor', 'detail'])
  return rows.where('subject', '=', id).orderBy('id').execute()
}

describe('batch calls for content items', () => {
  const calls = [
    ['POST /poster/v1/publish_batch', { publishAt: null }],
    ['POST /poster/v1/withdraw_batch', { reason }],
    ['POST /poster/v1/remove_batch', { reason }],
  ] as const

  it.each(calls)('%s requires valid input', async (key, more) => {
    const one = { id: '01890000-0000-7000-8000-00000000dead', version: 1 }
    const input = { items: [one], ...more }
    for (const items of [[], [one, { ...one, version: 2 }], Array(101).fill(one), [{ id: 'x' }]])
      expect(await staffCall(key, { ...input, items }, editor.token)).toMatchObject({
        key: 'common.invalid',
        data: { fields: { items: expect.any(String) } },
      })
    expect(await mustStaff(key, input, editor.token)).toEqual({
      done: 0,
      refused: 1,
      outcomes: [
        {
          id: one.id,
          moved: null,
          refusal: { key: 'poster.notFound', msg: '没有找到这篇内容，请刷新列表' },
        },
      ],
    })
  })

  it('a batch call changes the items that it can and reports the outcome of each item', async () => {
    const [good, film, stale, last] = [await draft(), await draft(32), await draft(), await draft()]
    const items = [good, film, { ...stale, version: 7 }, last].map(pick)
    const answer = await publish(items)
    expect(answer).toMatchObject({ done: 2, refused: 2 })
    expect(answer.outcomes.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
    expect(answer.outcomes).toMatchObject([
      { moved: { version: 2, draftNo: 1 }, refusal: null },
      { moved: null, refusal: { key: 'poster.videoNeeded', msg: expect.stringContaining('视频') } },
      {
        moved: null,
        refusal: { key: 'poster.versionStale', msg: expect.stringContaining('张编辑') },
      },
      { moved: { version: 2 }, refusal: null },
    ])
    expect(await Promise.all(items.map(({ id }) => shown(id)))).toEqual([1, 8001, 8001, 1])
    expect(await auditedIn(good.id)).toMatchObject([
      { action: 'poster.created' },
      { action: 'poster.published', actor: editor.username },
    ])
    expect(await auditedIn(film.id)).toHaveLength(1)
  })

  it('a batch continues after a failing item and lists the finished ones', async () => {
    const [one, broken, two] = [await draft(), await draft(), await draft()]
    const { db } = await deps()
    await sql`create function refuse_poster() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`.execute(
      db,
    )
    await sql`create trigger stuck before update on poster for each row when (new.id = ${sql.lit(broken.id)})
      execute function refuse_poster()`.execute(db)
    const answer = await publish([one, broken, two].map(pick))
    await sql`drop function refuse_poster() cascade`.execute(db)
    expect(answer).toMatchObject({ done: 2, refused: 1 })
    expect(answer.outcomes).toMatchObject([
      { moved: { version: 2 }, refusal: null },
      { refusal: { key: 'common.broken', msg: expect.stringContaining('再试一次') } },
      { moved: { version: 2 }, refusal: null },
    ])
    expect(await publish([pick(broken)])).toMatchObject({ done: 1 })
  })

  it('a repeated batch call gets the first response, even if the first call was interrupted', async () => {
    const items = [await draft(), await draft()].map(pick)
    const half = items.slice(0, 1)
    await publish(half)
    const whole = await publish(items)
    expect(whole).toMatchObject({ done: 2, refused: 0 })
    expect(await publish(items)).toEqual(whole)
    for (const { id } of items) expect(await auditedIn(id)).toHaveLength(2)
  })

  it('a batch can withdraw published items and remove drafts', async () => {
    const [live, never] = [await draft(), await draft()]
    await publish([pick(live)])
    const items = [{ id: live.id, version: 2 }, pick(never)]
    const withdraw = await mustStaff('POST /poster/v1/withdraw_batch', { items, reason }, editor.token)
    expect(withdraw.outcomes).toMatchObject([{ moved: { version: 3 } }, { refusal: { key: 'poster.notPublished' } }])
    expect((await auditedIn(live.id)).at(-1)).toMatchObject({
      action: 'poster.withdrawn',
      detail: { reason },
    })
    const remove = { items: [{ id: live.id, version: 3 }, pick(never)], reason }
    const removed = await mustStaff('POST /poster/v1/remove_batch', remove, writer.token)
    expect(removed.outcomes).toMatchObject([{ refusal: { key: 'poster.wasPublished' } }, { moved: { version: 2 } }])
    expect(await staffCall('GET /poster/v1/info', { id: never.id }, editor.token)).toMatchObject({
      key: 'poster.notFound',
    })
  })

  it('a batch schedules items but does not reschedule a published one', async () => {
    const [waiting, live] = [await draft(), await draft()]
    await publish([pick(live)])
    const { db } = await deps()
    const publishAt = new Date((await appNow(db)).getTime() + 3_600_000).toISOString()
    const items = [pick(waiting), { id: live.id, version: 2 }]
    const answer = await mustStaff('POST /poster/v1/publish_batch', { items, publishAt }, editor.token)
    expect(answer.outcomes).toMatchObject([{ moved: { version: 2 } }, { refusal: { key: 'poster.alreadyLive' } }])
    const info = await mustStaff('GET /poster/v1/info', { id: waiting.id }, editor.token)
    expect(info).toMatchObject({ state: 'SCHEDULED', publishAt })
  })
})
