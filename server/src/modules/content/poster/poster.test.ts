import { readFile } from 'node:fs/promises'
import type { StaffCalls } from '@ce/contract'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { collectContentNotifications, makeTestPicture } from '../../../../test/factories/content.ts'
import { posterInput } from '../../../../test/factories/poster.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { call, deps, mustStaff, passTime, staffCall } from '../../../../test/world.ts'
import { addContentFile } from '../../file/service/content.ts'

type Key = Extract<keyof StaffCalls, `${string} /poster/v1/${string}`>

const missing = '01890000-0000-7000-8000-00000000dead'

const permissions = ['poster.read', 'poster.edit', 'poster.publish'] as const
const editor = await makeStaff({ name: '张编辑', permissions })
const colleague = await makeStaff({ name: '李编辑', permissions })
const reader = await makeStaff({ permissions: ['poster.read'] })
const all = await deps()
const png = await makeTestPicture(40, 30).png().toBuffer()
const picture = await addContentFile(all, { purpose: 'PICTURE', name: 'a.png', content: png })
const mp4 = await readFile(new URL('../../../../seeds/media/trial-year-1.mp4', import.meta.url))
const film = await addContentFile(all, { purpose: 'VIDEO', name: 'a.mp4', content: mp4 })

const draft = (change: Parameters<typeof posterInput>[0] = {}, categoryId = 28) =>
  mustStaff('POST /poster/v1/create', { categoryId, content: posterInput(change) }, editor.token)
const publish = (which: { id: string; version: number }, publishAt: string | null = null) =>
  mustStaff('POST /poster/v1/publish', { ...pick(which), publishAt }, editor.token)
const pick = ({ id, version }: { id: string; version: number }) => ({ id, version })
const info = (id: string) => mustStaff('GET /poster/v1/info', { id }, editor.token)
const shown = (id: string) => call('GET /first_page/v1/posters_info', { id })
const reason = '测试原因'

async function inSeconds(seconds: number): Promise<string> {
  const { pool } = await deps()
  const { rows } = await pool.query<{ now: Date }>('select app_now() as now')
  return new Date((rows[0]?.now.getTime() ?? 0) + seconds * 1000).toISOString()
}

describe('permissions of the content desk', () => {
  const which = { id: missing, version: 1 }
  const calls: [Key, object, bad: object, field: string][] = [
    ['GET /poster/v1/list', {}, { page: '-1' }, 'page'],
    ['GET /poster/v1/info', { id: missing }, { id: 'x' }, 'id'],
    ['POST /poster/v1/create', { categoryId: 28, content: posterInput() }, { categoryId: 3 }, 'categoryId'],
    ['POST /poster/v1/save', { ...which, content: posterInput() }, { ...which }, 'content'],
    ['POST /poster/v1/publish', { ...which, publishAt: null }, { ...which, publishAt: '明天' }, 'publishAt'],
    ['POST /poster/v1/withdraw', { ...which, reason }, { ...which, reason: '' }, 'reason'],
    ['POST /poster/v1/pin', { ...which, pinned: true }, { ...which, pinned: 'x' }, 'pinned'],
    ['POST /poster/v1/remove', { ...which, reason }, { ...which }, 'reason'],
    ['GET /poster/v1/revisions', { id: missing }, {}, 'id'],
    ['GET /poster/v1/preview', { id: missing }, { id: missing, no: '2147483648' }, 'no'],
    ['POST /poster/v1/restore', { ...which, no: 1 }, { ...which, no: 2 ** 31 }, 'no'],
  ]

  // staff-calls.test covers sign-in and permission of every staff call.
  it.each(calls)('%s requires valid input', async (key, _input, bad, field) => {
    expect(await staffCall(key, bad, editor.token)).toMatchObject({
      key: 'common.invalid',
      data: { fields: { [field]: expect.any(String) } },
    })
  })

  it.each(calls.filter(([, input]) => 'id' in input))('%s refuses an unknown content item', async (key, input) => {
    expect(await staffCall(key, input, editor.token)).toMatchObject({ key: 'poster.notFound' })
  })
})

describe('publication of a content item', () => {
  it('a content item without a summary shows the start of its text, except for a person', async () => {
    const words = {
      summary: '',
      bodyHtml: `<h2>总则</h2><p>${'药师应当审核处方。'.repeat(20)}</p>`,
    }
    const article = await draft(words)
    await publish(article)
    expect((await shown(article.id)).data.summary).toMatch(/^总则 药师应当审核处方。.{40,100}。$/)
    const person = await draft(words, 38)
    await publish(person)
    expect((await shown(person.id)).data.summary).toBe('')
  })

  it('an item is saved, published, changed in draft, published again and withdrawn', async () => {
    const made = await draft({ bodyHtml: '<p>一稿</p>', coverFileId: picture })
    expect(made).toMatchObject({ version: 1, draftNo: 1, cleaned: [] })
    expect(await shown(made.id)).toMatchObject({ key: 'first_page.notFound' })
    const first = await publish(made)
    expect(await shown(made.id)).toMatchObject({
      data: { bodyHtml: '<p>一稿</p>', coverUrl: `/files/public/${picture}`, categoryId: 28 },
    })
    const content = posterInput({ bodyHtml: '<p>二稿</p>' })
    const saved = await mustStaff('POST /poster/v1/save', { ...pick({ ...made, ...first }), content }, editor.token)
    expect(saved).toMatchObject({ version: 3, draftNo: 2 })
    expect(await shown(made.id)).toMatchObject({ data: { bodyHtml: '<p>一稿</p>' } })
    const before = (await shown(made.id)).data
    const second = await publish({ id: made.id, version: 3 })
    const after = (await shown(made.id)).data
    expect(after).toMatchObject({ bodyHtml: '<p>二稿</p>', title: content.title, coverUrl: null })
    // The original publication date stays, because it defines the position in lists.
    expect(after.publishedAt).toBe(before.publishedAt)
    expect(after.updatedAt > before.updatedAt).toBe(true)
    await mustStaff('POST /poster/v1/withdraw', { id: made.id, version: second.version, reason }, editor.token)
    expect(await shown(made.id)).toMatchObject({ key: 'first_page.notFound' })
    expect(await info(made.id)).toMatchObject({ state: 'WITHDRAWN', version: 5, publishedNo: 2 })
    expect((await listAuditRowsOf(made.id)).map(({ action, actor }) => [action, actor])).toEqual(
      ['created', 'published', 'saved', 'published', 'withdrawn'].map((verb) => [`poster.${verb}`, editor.username]),
    )
    expect((await listAuditRowsOf(made.id)).at(-1)).toMatchObject({
      ip: '127.0.0.1',
      detail: { reason, before: { state: 'PUBLISHED', publishedNo: 2 } },
    })
  })

  it('a scheduled item appears at its time; before, it can be withdrawn or published early', async () => {
    const soon = await draft()
    const at = await inSeconds(60)
    await publish(soon, at)
    expect(await info(soon.id)).toMatchObject({ state: 'SCHEDULED', publishAt: at })
    expect(await shown(soon.id)).toMatchObject({ key: 'first_page.notFound' })
    await publish({ id: soon.id, version: 2 }, await inSeconds(30))
    const back = await draft()
    await publish(back, at)
    await mustStaff('POST /poster/v1/withdraw', { id: back.id, version: 2, reason }, editor.token)
    await passTime(61)
    expect(await info(soon.id)).toMatchObject({ state: 'PUBLISHED' })
    expect(await shown(soon.id)).toMatchObject({ code: 1 })
    expect(await shown(back.id)).toMatchObject({ key: 'first_page.notFound' })
    await publish({ id: back.id, version: 3 })
    expect(await shown(back.id)).toMatchObject({ code: 1 })
    expect((await info(back.id)).publishAt).not.toBe(at)
  })

  it('an item keeps the publication date that readers saw, even if it is rescheduled and withdrawn', async () => {
    const item = await draft()
    const withdraw = (version: number) =>
      mustStaff('POST /poster/v1/withdraw', { id: item.id, version, reason }, editor.token)
    await publish(item)
    const { publishAt: seen } = await info(item.id)
    await withdraw(2)
    for (const version of [3, 5]) {
      await publish({ id: item.id, version }, await inSeconds(60))
      await withdraw(version + 1)
      expect(await info(item.id)).toMatchObject({ state: 'WITHDRAWN', datedAt: seen })
    }
    await publish({ id: item.id, version: 7 })
    expect(await info(item.id)).toMatchObject({ state: 'PUBLISHED', publishAt: seen })
  })

  it('a publication time in the past, too far ahead or for a published item is refused', async () => {
    const item = await draft()
    const ask = (version: number, publishAt: string) =>
      staffCall('POST /poster/v1/publish', { id: item.id, version, publishAt }, editor.token)
    expect(await ask(1, await inSeconds(-60))).toMatchObject({ key: 'poster.badTime' })
    expect(await ask(1, await inSeconds(400 * 86_400))).toMatchObject({ key: 'poster.badTime' })
    await publish(item)
    expect(await ask(2, await inSeconds(60))).toMatchObject({ key: 'poster.alreadyLive' })
    expect(await shown(item.id)).toMatchObject({ code: 1 })
  })

  it('only drafts of content items can be removed', async () => {
    const item = await draft()
    await mustStaff('POST /poster/v1/remove', { ...pick(item), reason }, editor.token)
    expect(await staffCall('GET /poster/v1/info', { id: item.id }, editor.token)).toMatchObject({
      key: 'poster.notFound',
    })
    expect((await listAuditRowsOf(item.id)).at(-1)).toMatchObject({ action: 'poster.removed' })
    const live = await draft()
    await publish(live)
    const answer = await staffCall('POST /poster/v1/remove', { id: live.id, version: 2, reason }, editor.token)
    expect(answer).toMatchObject({ key: 'poster.wasPublished' })
    const never = await draft()
    expect(await staffCall('POST /poster/v1/withdraw', { ...pick(never), reason }, editor.token)).toMatchObject({
      key: 'poster.notPublished',
    })
  })

  it('a published content item becomes visible in every server process', async () => {
    const { heard, client } = await collectContentNotifications()
    const item = await draft()
    expect(heard).toEqual([])
    await publish(item)
    await expect.poll(() => heard).toEqual(['content_changed'])
    await client.end()
  })
})

describe('stored content items', () => {
  it('stored HTML is cleaned, and the response lists what was removed', async () => {
    const made = await draft({
      bodyHtml: '<h1 onclick="x">总则</h1><script>alert(1)</script><p>一</p>',
    })
    expect(made.cleaned).toEqual(['脚本', '事件代码'])
    const { content } = await info(made.id)
    expect(content.bodyHtml).toBe('<h2 id="h-总则">总则</h2>\n<p>一</p>')
  })

  it('content may refer only to files of the right kind', async () => {
    const ask = (change: object) =>
      staffCall('POST /poster/v1/create', { categoryId: 28, content: posterInput(change) }, editor.token)
    expect(await ask({ coverFileId: missing })).toMatchObject({
      key: 'poster.badFile',
      data: { fields: { coverFileId: expect.any(String) } },
    })
    for (const bad of [
      { coverFileId: film },
      { videoFileId: picture },
      { captionsFileId: picture },
      { attachments: [{ fileId: film, name: '附件' }] },
    ])
      expect(await ask(bad)).toMatchObject({ key: 'poster.badFile' })
    const good = {
      coverFileId: picture,
      videoFileId: film,
      attachments: [{ fileId: picture, name: '附件' }],
    }
    const made = await draft(good)
    const { content } = await info(made.id)
    expect(content.cover?.id).toBe(picture)
    expect(content.video).toMatchObject({ id: film, mime: 'video/mp4' })
    expect(content.attachments).toMatchObject([{ fileId: picture, name: '附件' }])
  })

  it('an item of a video category needs its video for publication', async () => {
    const item = await draft({}, 32)
    const wish = { ...pick(item), publishAt: null }
    expect(await staffCall('POST /poster/v1/publish', wish, editor.token)).toMatchObject({
      key: 'poster.videoNeeded',
    })
    const { version } = await mustStaff(
      'POST /poster/v1/save',
      { ...pick(item), content: posterInput({ videoFileId: film }) },
      editor.token,
    )
    await publish({ id: item.id, version })
    expect(await shown(item.id)).toMatchObject({
      data: { hasVideo: true, video: { url: `/files/public/${film}`, captionsUrl: null } },
    })
  })
})

describe('revisions of a content item', () => {
  it('old revisions of a content item are kept and can be viewed and restored', async () => {
    const item = await draft({ bodyHtml: '<p>一</p>' })
    await mustStaff(
      'POST /poster/v1/save',
      { ...pick(item), content: posterInput({ bodyHtml: '<p>二</p>' }) },
      colleague.token,
    )
    await publish({ id: item.id, version: 2 })
    const restored = await mustStaff('POST /poster/v1/restore', { id: item.id, version: 3, no: 1 }, editor.token)
    expect(restored).toEqual({ version: 4, draftNo: 3 })
    const revisions = await mustStaff('GET /poster/v1/revisions', { id: item.id }, editor.token)
    expect(revisions).toMatchObject([
      { no: 3, restoredFrom: 1, published: false, savedBy: '张编辑' },
      { no: 2, restoredFrom: null, published: true, savedBy: '李编辑' },
      { no: 1, restoredFrom: null, published: false },
    ])
    expect(await shown(item.id)).toMatchObject({ data: { bodyHtml: '<p>二</p>' } })
    await publish({ id: item.id, version: 4 })
    expect(await shown(item.id)).toMatchObject({ data: { bodyHtml: '<p>一</p>' } })
    const preview = (no?: number) =>
      staffCall('GET /poster/v1/preview', { id: item.id, ...(no ? { no: String(no) } : {}) }, reader.token)
    expect(await preview(2)).toMatchObject({ data: { bodyHtml: '<p>二</p>' } })
    expect(await preview()).toMatchObject({ data: { bodyHtml: '<p>一</p>' } })
    expect(await preview(9)).toMatchObject({ key: 'poster.notFound' })
    const no = { id: item.id, version: 5, no: 9 }
    expect(await staffCall('POST /poster/v1/restore', no, editor.token)).toMatchObject({
      key: 'poster.notFound',
    })
  })

  it('a previewed revision looks as it will for readers', async () => {
    const item = await draft({ summary: '摘要', bodyHtml: '<h2>总则</h2><p>一</p>' })
    const preview = await mustStaff('GET /poster/v1/preview', { id: item.id }, reader.token)
    await publish(item)
    const { data } = await shown(item.id)
    const { publishedAt, updatedAt, ...rest } = data
    expect(preview).toMatchObject(rest)
  })

  it('the database refuses any change of a revision', async () => {
    const { id } = await draft()
    const { pool } = await deps()
    const act = (sql: string) => pool.query(sql, [id])
    await expect(act('update poster_revision set body_text = $1::text where poster_id = $1::uuid')).rejects.toThrow(
      'append-only',
    )
    await expect(act('delete from poster_revision where poster_id = $1')).rejects.toThrow('append-only')
    await expect(act('update poster set draft_no = 7 where id = $1')).rejects.toThrow('foreign key')
    await expect(act('update poster set published_no = 1 where id = $1')).rejects.toThrow('check')
    await expect(act('update poster set category_id = 3 where id = $1')).rejects.toThrow('check')
  })
})
