import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeOfficeFile, makeTestPicture, makeWordFile, zipTexts } from '../../../test/factories/content.ts'
import { callStaffUpload, makeOnePixelPng, uploadStaffFile } from '../../../test/factories/file.ts'
import { makeBombPng } from '../../../test/factories/png.ts'
import { makeStaff, type TestStaff } from '../../../test/factories/staff.ts'
import { buildMp4, makeSoundTrack, makeVideoTrack } from '../../../test/films/mp4-writer.ts'
import { buildSheetData } from '../../../test/workbooks/cells.ts'
import { buildTestWorkbook } from '../../../test/workbooks/parts.ts'
import { deps, sendRawRequest } from '../../../test/world.ts'
import { addContentFile } from './service/content.ts'
import { findPublicFiles } from './service/links.ts'
import { readUploadedFile } from './service/uploaded.ts'

const megabyte = 1024 * 1024
const svgText = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
let editor: TestStaff
let film: Buffer

beforeAll(async () => {
  editor = await makeStaff({ permissions: ['poster.edit', 'poster.import'] })
  film = await readFile(new URL('../../../seeds/media/drug-law-1.mp4', import.meta.url))
})

async function bytesOf(url: string, headers: Record<string, string> = {}) {
  const response = await sendRawRequest(url, { headers })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('pictures for public pages', () => {
  const upload = (content: Buffer, name = 'nice.png') =>
    callStaffUpload({ purpose: 'PICTURE', name, content }, editor.token)

  it('a picture is rotated by its orientation, stripped of metadata, limited to 1600 px and saved as WebP', async () => {
    const taken = await makeTestPicture(3000, 2000)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'somebody', Make: 'camera' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(taken.includes('somebody')).toBe(true)
    const { data } = await upload(taken, '合影.JPG')
    expect(data).toMatchObject({ name: '合影.webp', mime: 'image/webp', width: 1600, height: 2400 })
    const { response, bytes } = await bytesOf(data.url)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('content-disposition')).toMatch(/^inline/)
    const kept = await sharp(bytes).metadata()
    expect(kept).toMatchObject({ format: 'webp', width: 1600, height: 2400 })
    expect([kept.exif, kept.xmp, kept.icc, kept.orientation]).toEqual(Array(4).fill(undefined))
  })

  it('JPEG, PNG, WebP, AVIF and GIF pictures are accepted, and small ones keep their size', async () => {
    const frames = Buffer.alloc(40 * 60 * 3, 90)
    const moving = sharp(frames, { raw: { width: 40, height: 60, channels: 3, pageHeight: 30 } })
    for (const content of [
      await makeTestPicture(40, 30).jpeg().toBuffer(),
      await makeTestPicture(40, 30).png().toBuffer(),
      await makeTestPicture(40, 30).webp().toBuffer(),
      await makeTestPicture(40, 30).avif().toBuffer(),
      await moving.gif().toBuffer(),
    ])
      expect(await upload(content)).toMatchObject({ data: { width: 40, height: 30 } })
  })

  it('SVG, HTML, programs and films are refused as pictures, whatever their name', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    for (const content of [
      Buffer.from(svg),
      Buffer.from(`<?xml version="1.0"?>${svg}`),
      Buffer.from('<html><script>alert(1)</script></html>'),
      Buffer.from('MZ\u0090 not a picture'),
      Buffer.from('%PDF-1.7\n1 0 obj'),
      film,
    ]) {
      const answer = await upload(content)
      expect(answer).toMatchObject({ status: 200, key: 'file.wrongType' })
      expect(answer.msg).toContain('JPG')
    }
  })

  it('a picture format that browsers cannot show is refused with advice to export JPG', async () => {
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'.padEnd(300, '\0'), 'latin1')
    const picture = await upload(heic)
    expect(picture).toMatchObject({ key: 'file.wrongType' })
    expect(picture.msg).toMatch(/^这是 HEIC.*设置 → 相机 → 格式.*另存为.*这里可以上传 JPG、PNG/)
    const given = { purpose: 'ATTACHMENT', name: '附件.jpg', content: heic } as const
    const attached = await callStaffUpload(given, editor.token)
    expect(attached.msg).toMatch(/^这是 HEIC.*这里可以上传 PDF/)
  })

  it('decompression bombs, broken pictures and false headers are refused', async () => {
    const bomb = makeBombPng(20_000)
    expect(bomb.length).toBeLessThan(100_000)
    const whole = await makeTestPicture(400, 300).jpeg().toBuffer()
    for (const content of [
      bomb,
      whole.subarray(0, whole.length / 2),
      Buffer.concat([makeOnePixelPng().subarray(0, 33), Buffer.from(svgText)]),
    ])
      expect(await upload(content)).toMatchObject({ status: 200, key: 'file.badPicture' })
  })

  it('data hidden after a picture is not stored', async () => {
    const picture = await makeTestPicture(40, 30).png().toBuffer()
    const { data } = await upload(Buffer.concat([picture, Buffer.from(svgText)]))
    expect((await bytesOf(data.url)).bytes.includes('script')).toBe(false)
  })
})

describe('films for lessons', () => {
  const upload = (content: Buffer) => callStaffUpload({ purpose: 'VIDEO', name: 'film.mp4', content }, editor.token)
  const patched = (from: string, to: string) => {
    const copy = Buffer.from(film)
    for (let at = copy.indexOf(from); at >= 0; at = copy.indexOf(from, at + 1)) copy.write(to, at)
    return copy
  }

  it('a film must be a complete MP4 that every browser plays, and a refusal names its format', async () => {
    for (const [content, words] of [
      [patched('avc1', 'hev1'), 'HEVC'],
      [patched('mp4a', 'ac-3'), '杜比'],
      [patched('moov', 'free'), '没有找到视频的索引'],
      [patched('ftyp', 'skip'), 'MOV'],
      [film.subarray(0, film.length - 100), '不完整'],
      [Buffer.from('RIFF____AVI LIST'), 'AVI'],
    ] as const) {
      const answer = await upload(content)
      expect(answer).toMatchObject({ key: 'file.badFilm' })
      expect(answer.msg).toContain(words)
    }
    expect(await upload(film)).toMatchObject({ code: 1 })
  })

  it('the index of a film is moved to the front', async () => {
    const content = buildMp4({ tracks: [makeVideoTrack(3), makeSoundTrack(3)], indexLast: true })
    const lesson = { purpose: 'LESSON', name: '课.mp4', content } as const
    const teacher = await makeStaff({ permissions: ['teaching.edit'] })
    const { data } = await callStaffUpload(lesson, teacher.token)
    expect(data).toMatchObject({
      size: content.length,
      media: { durationSeconds: 3, fastStart: true },
    })
    const { bytes } = await bytesOf(data.url)
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    expect(bytes.length).toBe(content.length)
    const { db } = await deps()
    const row = db.selectFrom('file').select(['size', 'sha256']).where('id', '=', data.id)
    expect(await row.executeTakeFirst()).toEqual({
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
    })
  })
})

describe('captions, attachments and import files', () => {
  const upload = (purpose: 'CAPTIONS' | 'ATTACHMENT' | 'IMPORT', content: Buffer, name = 'a.txt') =>
    callStaffUpload({ purpose, name, content }, editor.token)

  it('WebVTT and SRT captions are stored as WebVTT in UTF-8', async () => {
    const gbk = Buffer.concat([Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n'), Buffer.from([0xd6, 0xd0])])
    const { data } = await upload('CAPTIONS', gbk, '字幕.srt')
    expect(data).toMatchObject({ mime: 'text/vtt', name: '字幕.vtt' })
    const { response, bytes } = await bytesOf(data.url)
    expect(response.headers.get('content-type')).toMatch(/^text\/vtt/)
    expect(bytes.toString()).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n中\n')
    const vtt = Buffer.from('\ufeffWEBVTT 中文\r\n\r\n00:01.000 --> 00:02.500\r\n第一条')
    expect(await upload('CAPTIONS', vtt, '字幕')).toMatchObject({ data: { name: '字幕.vtt' } })
    for (const bad of ['WEBVTT', 'WEBVTT\n\n1 --> 2\na', `WEBVTT\n\n\0`, '<html></html>'])
      expect(await upload('CAPTIONS', Buffer.from(bad))).toMatchObject({ key: 'file.badCaptions' })
  })

  it('attachments keep their name, but programs and files with macros are refused', async () => {
    const pdf = Buffer.from(`%PDF-1.7\n%âãÏÓ\n1 0 obj\n${' '.repeat(200)}%%EOF`)
    const ofd = await zipTexts({ 'OFD.xml': '<ofd/>', 'Doc_0/Document.xml': '<x/>' })
    for (const [content, name, shown] of [
      [pdf, '申报 指南.pdf', '申报 指南.pdf'],
      [await makeWordFile(), '..\\..\\表格.docx', '表格.docx'],
      [ofd, '发票.ofd', '发票.ofd'],
      [await zipTexts({ 'a.txt': 'a' }), '资料.exe', '资料.exe.zip'],
      [await makeTestPicture(30, 20).jpeg().toBuffer(), '证书.jpg', '证书.jpg'],
      [makeOnePixelPng(), "a'(1)*.png", "a'(1)*.png"],
    ] as const) {
      const { data } = await upload('ATTACHMENT', content, name)
      expect(data).toMatchObject({ name: shown, size: content.length })
      const { response, bytes } = await bytesOf(data.url)
      expect(bytes.equals(content)).toBe(true)
      const quoted = encodeURIComponent(shown).replace(
        /['()*]/g,
        (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
      )
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${quoted}`)
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    for (const content of [
      Buffer.from('MZ\u0090\0\u0003'),
      Buffer.from(svgText),
      Buffer.from('plain text'),
      await makeOfficeFile('vnd.ms-word.document.macroEnabled'),
    ])
      expect(await upload('ATTACHMENT', content)).toMatchObject({ key: 'file.wrongType' })
    const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
    expect((await upload('ATTACHMENT', old)).msg).toMatch(/DOCX.*旧版 \.doc.*请另存为新格式/)
  })

  it('an old or encrypted spreadsheet is refused with advice', async () => {
    const desks = await makeStaff({ permissions: ['question.edit', 'student.import'] })
    const content = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
    for (const purpose of ['QUESTIONS', 'ROSTER'] as const)
      for (const name of ['名单.xls', '加了密码.xlsx'])
        expect(await callStaffUpload({ purpose, name, content }, desks.token)).toMatchObject({
          key: 'file.badSheet',
          msg: expect.stringContaining('另存为没有密码的 .xlsx'),
        })
  })

  it('other spreadsheet formats are refused with advice, and a generic ZIP workbook is accepted', async () => {
    const desks = await makeStaff({ permissions: ['question.edit', 'student.import'] })
    const mimetype = 'application/vnd.oasis.opendocument.spreadsheet'
    const list = [['姓名'], ['张三']]
    const workbook = buildTestWorkbook({
      without: /Content_Types/,
      sheets: [{ name: '名单', xml: buildSheetData(list) }],
    })
    for (const purpose of ['QUESTIONS', 'ROSTER'] as const) {
      const send = (name: string, content: Buffer) => callStaffUpload({ purpose, name, content }, desks.token)
      expect(await send('名单.ods', await zipTexts({ mimetype, 'content.xml': '<x/>' }))).toMatchObject({
        key: 'file.badSheet',
        msg: expect.stringContaining('另存为 .xlsx'),
      })
      expect(await send('名单.xlsx', workbook)).toMatchObject({
        code: 1,
        data: { name: '名单.xlsx' },
      })
      expect(await send('名单.docx', await makeWordFile())).toMatchObject({ key: 'file.wrongType' })
    }
  })

  it('an import file has no address, and only its uploader can read it', async () => {
    const all = await deps()
    const content = Buffer.from('---\ntitle: 标题\n---\n正文')
    const { data } = await upload('IMPORT', content, '法规.md')
    expect(data).toMatchObject({ url: '', name: '法规.md', mime: 'text/markdown' })
    expect((await sendRawRequest(`/files/public/${data.id}`)).status).toBe(404)
    const read = await readUploadedFile(all, data.id, 'IMPORT', editor.id)
    expect(read).toMatchObject({ name: '法规.md', mime: 'text/markdown' })
    expect(await read.content.read(0, read.content.size)).toEqual(content)
    const other = await makeStaff({ permissions: ['poster.edit', 'poster.import'] })
    const picture = await uploadStaffFile(editor.token, {
      purpose: 'PICTURE',
      name: 'a.png',
      content: await makeTestPicture(20, 20).png().toBuffer(),
    })
    for (const [id, staffId] of [
      [data.id, other.id],
      [picture.id, editor.id],
      [crypto.randomUUID(), editor.id],
    ] as const)
      await expect(readUploadedFile(all, id, 'IMPORT', staffId)).rejects.toThrow('common.notFound')
    expect(await upload('IMPORT', await zipTexts({ 'a.md': '# a' }), 'a.zip')).toMatchObject({
      code: 1,
    })
    expect(await upload('IMPORT', Buffer.from([1, 2, 3]), 'a.md')).toMatchObject({
      key: 'file.wrongType',
    })
  })
})

describe('built-in content files', () => {
  it('a built-in file is checked like an upload and stored once with its size', async () => {
    const all = await deps()
    const added = {
      purpose: 'PICTURE',
      name: '../图.png',
      content: await makeTestPicture(2000, 1000).png().toBuffer(),
    } as const
    const id = await addContentFile(all, added)
    expect(await addContentFile(all, added)).toBe(id)
    const video = await addContentFile(all, { purpose: 'VIDEO', name: 'v', content: film })
    const lesson = { purpose: 'LESSON', name: 'l.mp4', mime: 'video/mp4', content: film } as const
    const found = await findPublicFiles(all.db, [id, video, await addContentFile(all, lesson)])
    expect([...found.keys()].sort()).toEqual([id, video].sort())
    expect(found.get(id)).toMatchObject({
      purpose: 'PICTURE',
      url: `/files/public/${id}`,
      name: '图.webp',
      mime: 'image/webp',
      width: 1600,
      height: 800,
    })
    await expect(addContentFile(all, { ...added, purpose: 'CAPTIONS' })).rejects.toThrow('file.badCaptions')
    const large = Buffer.alloc(2 * megabyte)
    await expect(addContentFile(all, { purpose: 'CAPTIONS', name: 'a', content: large })).rejects.toThrow(
      'file.tooLarge',
    )
  })
})
