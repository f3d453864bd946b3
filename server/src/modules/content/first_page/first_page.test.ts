import type { StaffCalls } from '@ce/contract'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { collectContentNotifications } from '../../../../test/factories/content.ts'
import { callStaffUpload, uploadStaffFile } from '../../../../test/factories/file.ts'
import {
  friendlinkInput,
  legalTextInput,
  newestLegalTextOf,
  publishTestLegalText,
  shanghaiDateIn,
  siteInfoInput,
  swiperInput,
  uploadQrPicture,
  uploadStaffPicture,
} from '../../../../test/factories/first_page.ts'
import { makeStaff, type TestStaff } from '../../../../test/factories/staff.ts'
import { call, deps, must, mustStaff, passTime, staffCall } from '../../../../test/world.ts'
import { addContentFile } from '../../file/service/content.ts'

let editor = await makeStaff({ permissions: ['site.edit'] })
let second = await makeStaff({ permissions: ['site.edit'] })
const reader = await makeStaff({ permissions: ['poster.edit', 'audit.read'] })
const picture = (await uploadStaffPicture(editor.token)).id

const swiper = (change: object = {}) => swiperInput(picture, change)

type Key = keyof StaffCalls & `${string}/first_page/${string}`
const write = <Name extends Key>(key: Name, input?: object, token = editor.token) => staffCall(key, input, token)
const does = <Name extends Key>(key: Name, input?: object) => mustStaff(key, input, editor.token)
const version = 'that of no row'

async function saveSite(change: object = {}) {
  const { version } = await does('GET /first_page/v1/site_info')
  return does('POST /first_page/v1/save_site_info', siteInfoInput({ version, ...change }))
}

describe('permissions of the site desk', () => {
  const [id, unknown] = [crypto.randomUUID(), { kind: 'PRIVACY', version: 'nobody-made-it' }]
  it('calls of first_page refuse bad input and unknown ids', async () => {
    const bad: [Key, object][] = [
      ['POST /first_page/v1/save_site_info', siteInfoInput({ version, title: '' })],
      ['POST /first_page/v1/save_site_info', siteInfoInput({ version, organizer: ' ' })],
      ['POST /first_page/v1/save_site_info', siteInfoInput({ version, phone: 'a\0' })],
      ['POST /first_page/v1/save_site_info', siteInfoInput({ version, email: 'not-mail' })],
      ['POST /first_page/v1/save_site_info', { title: '只有站名' }],
      ['POST /first_page/v1/remove_swiper', { id: '1 or 1=1' }],
      ['POST /first_page/v1/order_swipers', { ids: ['x'] }],
      ['POST /first_page/v1/remove_friendlink', {}],
      ['POST /first_page/v1/order_friendlinks', {}],
      ['GET /first_page/v1/texts', { kind: 'SECRET' }],
      ['POST /first_page/v1/propose_text', await legalTextInput({ version: '../1' })],
      ['POST /first_page/v1/propose_text', await legalTextInput({ paragraphs: [] })],
      ['POST /first_page/v1/propose_text', await legalTextInput({ effectiveFrom: '2026-02-30' })],
      ['POST /first_page/v1/propose_text', await legalTextInput({ effectiveFrom: '2020-01-01' })],
      ['POST /first_page/v1/propose_text', await legalTextInput({ effectiveFrom: '2199-01-01' })],
      ['POST /first_page/v1/propose_text', await legalTextInput({ effectiveFrom: undefined })],
      ['POST /first_page/v1/propose_text', await legalTextInput({ summary: ' ' })],
      ['POST /first_page/v1/propose_text', await legalTextInput({ summary: '字'.repeat(301) })],
      ['POST /first_page/v1/propose_text', await legalTextInput({ graceDays: 91 })],
      ['POST /first_page/v1/propose_text', await legalTextInput({ graceDays: 1.5 })],
      ['POST /first_page/v1/decide_text', { ...unknown, decision: 'REFUSED', reason: '' }],
      ['POST /first_page/v1/decide_text', { ...unknown, decision: 'MAYBE', reason: '' }],
      ['POST /first_page/v1/withdraw_text', { ...unknown, reason: '' }],
      ...[
        'javascript:alert(1)',
        'data:text/html,x',
        '//evil.example',
        '/\\evil.example',
        '/..//evil.example',
        'https://www.nmpa.gov.cn@evil.example',
        'http://[::1',
        'ftp://a',
        'nmpa.gov.cn',
        '',
      ].flatMap((redirectUrl): [Key, object][] => [
        ['POST /first_page/v1/save_swiper', swiper({ redirectUrl })],
        ['POST /first_page/v1/save_friendlink', friendlinkInput({ redirectUrl })],
      ]),
    ]
    for (const [key, input] of bad)
      expect([key, input, await write(key, input)]).toMatchObject([key, input, { status: 200, key: 'common.invalid' }])
    for (const [key, input] of [
      ['POST /first_page/v1/remove_swiper', { id }],
      ['POST /first_page/v1/remove_friendlink', { id }],
      ['POST /first_page/v1/save_swiper', swiper({ id, version })],
      ['POST /first_page/v1/save_friendlink', friendlinkInput({ id, version })],
    ] as const)
      expect(await write(key, input)).toMatchObject({ key: 'first_page.notFound' })
    for (const [key, input] of [
      ['POST /first_page/v1/decide_text', { ...unknown, decision: 'APPROVED', reason: '' }],
      ['POST /first_page/v1/withdraw_text', { ...unknown, reason: '写错了' }],
    ] as const)
      expect(await write(key, input)).toMatchObject({ key: 'first_page.textNotFound' })
    expect(await call('GET /first_page/v1/text_versions', { kind: 'SECRET' })).toMatchObject({
      key: 'common.invalid',
    })
    expect(await call('GET /first_page/v1/text_info', { ...unknown, version: '' })).toMatchObject({
      key: 'common.invalid',
    })
  })
})

describe('site_info', () => {
  it('site_info returns the constants that staff saved, and each change is audited', async () => {
    const before = await must('GET /first_page/v1/site_info')
    expect(before.title).not.toBe('')
    const { keys, ...all } = await deps()
    const cover = await addContentFile(all, {
      purpose: 'COVER',
      name: 'qr.svg',
      mime: 'image/svg+xml',
      content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    })
    const code = await uploadQrPicture(editor.token)
    expect(code.qrText).toBe('https://portal.example/')
    const qrImages = [
      { title: '公众号', fileId: code.id },
      { title: '客服', fileId: cover },
    ]
    const saved = await saveSite({ qrImages })
    const seen = await must('GET /first_page/v1/site_info')
    expect(seen).toEqual({
      ...before,
      ...siteInfoInput(),
      qrImages: [
        { title: '公众号', url: `/files/public/${code.id}` },
        { title: '客服', url: `/files/public/${cover}` },
      ],
    })
    expect(await mustStaff('GET /first_page/v1/site_info', {}, editor.token)).toEqual({
      ...siteInfoInput(saved),
      qrImages: qrImages.map((image) => ({
        ...image,
        url: `/files/public/${image.fileId}`,
        qrText: image.fileId === code.id ? code.qrText : null,
      })),
    })
    await saveSite({ phone: '0571-1111' })
    const [, last] = (await listAuditRowsOf('site_info')).slice(-2)
    expect(last).toMatchObject({
      actor: editor.username,
      action: 'first_page.siteInfoSaved',
      ip: '127.0.0.1',
      detail: {
        before: { phone: '0571-0000', qrImages },
        after: { phone: '0571-1111', qrImages: [] },
      },
    })
  })

  it('site constants cannot overwrite a change that the editor has not seen', async () => {
    const { version } = await saveSite()
    const save = (change: object) => write('POST /first_page/v1/save_site_info', siteInfoInput({ version, ...change }))
    const first = await save({ phone: '0571-2222' })
    expect(first.data).toMatchObject({ version: expect.not.stringMatching(version) })
    const stale = await save({ address: '新路 2 号' })
    expect(stale).toMatchObject({ key: 'first_page.stale', msg: expect.stringContaining('刷新') })
    expect(await must('GET /first_page/v1/site_info')).toMatchObject({ phone: '0571-2222' })
    expect((await save({ phone: '0571-2222' })).data).toEqual(first.data)
    expect(await save({ ...first.data, phone: '0571-2222', address: '新路 2 号' })).toMatchObject({
      code: 1,
    })
  })

  it('site_info needs no sign-in and ignores an invalid token', async () => {
    for (const key of [
      'GET /first_page/v1/site_info',
      'GET /first_page/v1/swiper_list',
      'GET /first_page/v1/friendlink_list',
    ] as const)
      expect(await call(key, {}, 'nonsense')).toMatchObject({ code: 1 })
  })

  it('site constants refuse a file that is no public picture', async () => {
    const content = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n%%EOF')
    const paper = await uploadStaffFile(reader.token, { purpose: 'ATTACHMENT', name: 'a', content })
    for (const fileId of [crypto.randomUUID(), paper.id]) {
      const qrImages = [{ title: '码', fileId }]
      const refused = { status: 200, key: 'first_page.badFile' }
      expect(await write('POST /first_page/v1/save_swiper', swiper({ fileId }))).toMatchObject(refused)
      expect(await write('POST /first_page/v1/save_site_info', siteInfoInput({ version, qrImages }))).toMatchObject(
        refused,
      )
    }
  })

  it('a picture of unsuitable size is refused with its size and advice', async () => {
    const bare = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#0b6b5d' } })
        .png()
        .toBuffer()
    const cases = [
      ['SWIPER', await bare(10, 10), /10×10 像素，太小.+960×384.+换一张更大/],
      ['SWIPER', await bare(3000, 100), /3000×100 像素，太小.+960×384/],
      ['SWIPER', await bare(1200, 1200), /1200×1200 像素，不合轮播图的比例（宽 5：高 2）.+裁剪/],
      ['QR', await bare(900, 300), /900×300 像素，不合二维码的比例/],
      ['QR', await bare(300, 300), /没有识别出二维码.+原图/],
      ['COVER', await bare(100, 60), /封面至少要 480×270/],
      ['PORTRAIT', await bare(900, 300), /不合照片的比例（宽 3：高 4）/],
    ] as const
    for (const [use, content, words] of cases) {
      const file = { purpose: 'PICTURE', use, name: 'a.png', content } as const
      const refused = await callStaffUpload(file, editor.token)
      expect([use, refused]).toMatchObject([use, { key: 'file.unfitPicture', msg: expect.stringMatching(words) }])
      if (use !== 'SWIPER' && use !== 'QR') continue
      const { id: fileId } = await uploadStaffFile(editor.token, { ...file, use: undefined })
      const saved =
        use === 'SWIPER'
          ? await write('POST /first_page/v1/save_swiper', swiper({ fileId }))
          : await write(
              'POST /first_page/v1/save_site_info',
              siteInfoInput({ version, qrImages: [{ title: '码', fileId }] }),
            )
      expect(saved).toMatchObject({
        key: 'first_page.unfitPicture',
        data: { fields: { fileId: expect.stringMatching(words.source.replace(/^\d+×\d+/, '')) } },
      })
    }
  })

  it('changed site constants reach every server process as soon as they are committed', async () => {
    const { heard, client } = await collectContentNotifications()
    await does('POST /first_page/v1/save_friendlink', friendlinkInput())
    await expect.poll(() => heard).toEqual(['content_changed'])
    await write('POST /first_page/v1/remove_friendlink', { id: crypto.randomUUID() })
    await client.query('select 1')
    await client.end()
    expect(heard).toHaveLength(1)
  })
})

describe('versions of the agreement and privacy text', () => {
  const propose = async (change: object = {}) => {
    const kind = 'PRIVACY'
    const follows = await newestLegalTextOf(kind, editor.token)
    const proposal = await legalTextInput({ kind, follows, ...change })
    return { proposal, answer: await write('POST /first_page/v1/propose_text', proposal) }
  }
  const decide = (of: { kind: string; version: string }, by: TestStaff, change: object = {}) =>
    write(
      'POST /first_page/v1/decide_text',
      { kind: of.kind, version: of.version, decision: 'APPROVED', reason: '', ...change },
      by.token,
    )
  const withdraw = (of: { kind: string; version: string }, by: TestStaff) =>
    write('POST /first_page/v1/withdraw_text', { kind: of.kind, version: of.version, reason: '内容有误' }, by.token)
  const inForce = async () => (await must('GET /first_page/v1/site_info')).privacyVersion
  const versions = (kind = 'PRIVACY') => must('GET /first_page/v1/text_versions', { kind })

  it('a legal text needs approval by a second editor, and old versions stay readable', async () => {
    const before = await inForce()
    const { proposal, answer } = await propose({ paragraphs: ['一', '二'] })
    expect(answer.code).toBe(1)
    expect((await propose({ ...proposal })).answer.code).toBe(1)
    expect((await propose()).answer.key).toBe('first_page.textWaiting')
    expect(await inForce()).toBe(before)
    expect((await versions()).some(({ version }) => version === proposal.version)).toBe(false)
    const { kind, version } = proposal
    const unread = await call('GET /first_page/v1/text_info', { kind, version })
    expect(unread.key).toBe('first_page.textNotFound')
    expect((await decide(proposal, editor)).key).toBe('first_page.secondPerson')
    expect((await decide(proposal, reader)).key).toBe('staff.forbidden')
    for (let again = 0; again < 2; again += 1) expect((await decide(proposal, second)).code).toBe(1)
    expect(await inForce()).toBe(version)
    const { proposal: next } = await propose({ paragraphs: ['三'] })
    expect((await decide(next, second)).code).toBe(1)
    expect((await versions()).slice(0, 2)).toMatchObject([
      { version: next.version, state: 'IN_FORCE', summary: next.summary },
      { version, state: 'PAST' },
    ])
    expect(await must('GET /first_page/v1/text_info', { kind, version })).toMatchObject({
      paragraphs: ['一', '二'],
      state: 'PAST',
    })
    expect((await propose({ version })).answer.key).toBe('first_page.versionTaken')
    const stale = await propose({ follows: version })
    expect(stale.answer.key).toBe('first_page.stale')
    expect((await listAuditRowsOf(`PRIVACY ${version}`)).map(({ actor, action }) => [actor, action])).toEqual([
      [editor.username, 'first_page.textProposed'],
      [second.username, 'first_page.textApproved'],
    ])
  })

  it('a legal text for a later day is announced and comes into force on that day', async () => {
    const before = await inForce()
    const { proposal } = await propose({ effectiveFrom: await shanghaiDateIn(1) })
    await decide(proposal, second)
    expect(await inForce()).toBe(before)
    expect((await versions())[0]).toMatchObject({ version: proposal.version, state: 'COMING' })
    // A version with an earlier day would let the older text replace the newer one.
    for (const day of [0, 1])
      expect((await propose({ effectiveFrom: await shanghaiDateIn(day) })).answer).toMatchObject({
        key: 'common.invalid',
        data: { fields: { effectiveFrom: expect.stringContaining(proposal.version) } },
      })
    await passTime(86_400)
    expect(await inForce()).toBe(proposal.version)
    for (const one of ['editor', 'second'] as const) {
      const renewed = await makeStaff({ permissions: ['site.edit'] })
      if (one === 'editor') editor = renewed
      else second = renewed
    }
    expect((await withdraw(proposal, second)).key).toBe('first_page.textInForce')
  })

  it('a legal text can be withdrawn before its day, taken back by its author or rejected', async () => {
    const coming = await propose({ effectiveFrom: await shanghaiDateIn(3) })
    await decide(coming.proposal, second)
    for (let again = 0; again < 2; again += 1) expect((await withdraw(coming.proposal, second)).code).toBe(1)
    expect((await decide(coming.proposal, second)).key).toBe('first_page.textDecided')
    // Somebody may have accepted this version, so it cannot be used again.
    expect((await propose({ version: coming.proposal.version })).answer.key).toBe('first_page.versionTaken')
    const own = await propose()
    expect((await withdraw(own.proposal, second)).key).toBe('first_page.notProposer')
    expect((await withdraw(own.proposal, editor)).code).toBe(1)
    const refused = await propose()
    const reason = { decision: 'REFUSED', reason: '第二条有错别字' }
    expect((await decide(refused.proposal, second, reason)).code).toBe(1)
    const mended = await propose({ version: refused.proposal.version, paragraphs: ['改正'] })
    expect(mended.answer.code).toBe(1)
    const texts = await does('GET /first_page/v1/texts', { kind: 'PRIVACY' })
    const states = texts.slice(0, 4).map(({ state }) => state)
    expect(states.join()).toBe('PROPOSED,REFUSED,TAKEN_BACK,WITHDRAWN')
    await passTime(86_400)
    const late = await makeStaff({ permissions: ['site.edit'] })
    expect((await decide(mended.proposal, late)).key).toBe('first_page.textDayOver')
    await decide(mended.proposal, late, { decision: 'REFUSED', reason: '日期已过' })
    editor = await makeStaff({ permissions: ['site.edit'] })
  })

  it('only one of two concurrent proposals of a legal text is accepted', async () => {
    const answers = await Promise.all([propose(), propose()])
    const keys = answers.map(({ answer }) => answer.key ?? 'done').sort()
    expect(keys).toEqual(['done', 'first_page.textWaiting'])
    const waiting = answers.find(({ answer }) => answer.code === 1)
    if (waiting) await withdraw(waiting.proposal, editor)
  })

  it('the database refuses a changed legal text, a decision by its author and a late withdrawal', async () => {
    const { version } = await publishTestLegalText({ kind: 'PRIVACY' })
    const { proposal } = await propose()
    const { db } = await deps()
    const set = (change: object, of = version) =>
      db.updateTable('siteText').set(change).where('version', '=', of).execute()
    await expect(set({ paragraphs: ['别的'] })).rejects.toThrow('append-only')
    await expect(set({ effectiveFrom: '2030-01-01' })).rejects.toThrow('append-only')
    const now = new Date()
    const withdrawn = { state: 'WITHDRAWN', withdrawnBy: 'x', withdrawnAt: now }
    await expect(set({ ...withdrawn, withdrawReason: 'x' })).rejects.toThrow('append-only')
    await expect(
      set({ state: 'APPROVED', decidedBy: editor.username, decidedAt: now }, proposal.version),
    ).rejects.toThrow('site_text_second_person')
    await withdraw(proposal, editor)
  })
})
