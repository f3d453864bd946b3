import { readFile } from 'node:fs/promises'
import { readLessonFilm } from '@ce/contract/film/lesson-film'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mp4Box as boxOf } from '../../../test/films/mp4-writer.ts'
import { type ByteContent, contentOfBuffer } from '../../platform/files/content.ts'

const film = await readFile(new URL('../../../seeds/media/drug-law-1.mp4', import.meta.url))
const manifest = JSON.parse(await readFile(new URL('../../../seeds/media/manifest.json', import.meta.url), 'utf8'))
const at = (name: string) => film.indexOf(name)
const judge = (bytes: Buffer) => readLessonFilm(contentOfBuffer(bytes))

function patched(...changes: [string, string][]): Buffer {
  const copy = Buffer.from(film)
  for (const [from, to] of changes)
    for (let place = copy.indexOf(from); place >= 0; place = copy.indexOf(from, place + 1))
      copy.write(to, place, 'latin1')
  return copy
}

function box(type: string, size = 0): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(size)
  head.write(type, 4, 'latin1')
  return head
}

describe('films that every browser plays', () => {
  it('a lesson film is described with codecs, size and length', async () => {
    expect(await judge(film)).toEqual({
      width: 1280,
      height: 720,
      media: {
        container: 'MP4',
        video: 'H.264',
        audio: 'AAC',
        durationSeconds: expect.closeTo(manifest['drug-law-1.mp4'].durationSeconds, 1),
        fastStart: true,
      },
    })
  })

  it('a lesson film may have MP3 or Opus audio', async () => {
    const mp3 = Buffer.from(film)
    mp3[mp3.indexOf(0x40, mp3.indexOf('esds'))] = 0x6b
    expect(await judge(mp3)).toMatchObject({ media: { audio: 'MP3' } })
    expect(await judge(patched(['mp4a', 'Opus']))).toMatchObject({ media: { audio: 'Opus' } })
  })
})

describe('reasons to refuse a lesson film', () => {
  const high10 = Buffer.from(film)
  high10[at('avcC') + 5] = 110
  const elsewhere = Buffer.from(film)
  elsewhere.writeUInt32BE(0x7fffffff, at('stco') + 12)
  it.each<[string, Buffer, string]>([
    ['HEVC', patched(['avc1', 'hvc1']), 'HEVC'],
    ['VP9', patched(['avc1', 'vp09']), 'VP9'],
    ['AV1', patched(['avc1', 'av01']), 'AV1'],
    ['another codec', patched(['avc1', 'mp4v']), 'mp4v'],
    ['a codec without a name', patched(['avc1', '\x01\x02\x03\x04']), '无法识别'],
    ['H.264 of 10 bits', high10, '10 位'],
    ['a protected film', patched(['avc1', 'encv']), '加密保护'],
    ['Dolby', patched(['mp4a', 'ac-3']), '杜比'],
    ['sound only', patched(['vide', 'text']), '没有画面'],
    ['no index', patched(['moov', 'free']), '没有找到视频的索引'],
    ['in fragments', patched(['udta', 'mvex']), '分段'],
    ['no pictures that are shown', patched(['stts', 'free']), '没有可以播放的画面'],
    ['QuickTime', Buffer.concat([box('ftyp', 16), Buffer.from('qt  \0\0\0\0')]), 'MOV'],
    ['MKV', Buffer.from('1a45dfa3934282886d6174726f736b61', 'hex'), 'MKV'],
    ['WebM', Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from('webm')]), 'WebM'],
    ['AVI', Buffer.from('RIFF____AVI LIST'), 'AVI'],
    ['cut off', film.subarray(0, film.length - 100), '后面缺少 1 KB'],
    ['cut off in its index', film.subarray(0, at('moov') + 200), '不完整'],
    ['a piece of it is elsewhere', elsewhere, '不在里面'],
    ['RMVB', Buffer.from('.RMF\0\0\0\x12'), 'RMVB'],
    ['a gap of zeros only', Buffer.alloc(4096), '其他格式'],
    ['text', Buffer.from('这不是视频，只是一些文字'), '其他格式'],
  ])('%s', async (_, bytes, words) => {
    const verdict = await judge(bytes)
    expect(verdict).toEqual({ problem: expect.stringContaining(words) })
    expect(verdict).toEqual({ problem: expect.stringContaining('请') })
  })
})

it('extra bytes after a complete film are ignored', async () => {
  for (const rest of [Buffer.alloc(3), Buffer.alloc(4096, 0xff), Buffer.from('\r\n结束'.repeat(9))])
    expect(await judge(Buffer.concat([film, rest]))).toMatchObject({ media: { fastStart: true } })
})

describe('hostile and huge films', () => {
  it('a film with boxes of size 0, 1 or beyond the end is read or refused at once', async () => {
    const head = film.subarray(0, at('moov') - 4)
    const long = (size: bigint) => {
      const bytes = Buffer.alloc(16)
      box('moov', 1).copy(bytes)
      bytes.writeBigUInt64BE(size, 8)
      return bytes
    }
    for (const bytes of [
      Buffer.concat([head, box('moov', 0)]),
      Buffer.concat([head, box('moov', 1)]),
      Buffer.concat([head, box('moov', 7)]),
      Buffer.concat([head, box('moov', 0xffffffff)]),
      Buffer.concat([head, long(2n ** 64n - 1n)]),
      Buffer.concat([head, long(3n)]),
      Buffer.concat([head, ...Array.from({ length: 5000 }, () => box('free', 8))]),
    ])
      expect(await judge(bytes)).toHaveProperty('problem')
  })

  it('deeply nested film boxes and thousands of film tracks take little time', async () => {
    const depth = 20_000
    const nested = Buffer.concat(Array.from({ length: depth }, (_, level) => box('trak', (depth - level) * 8)))
    const tracks = Buffer.concat(Array.from({ length: 100_000 }, () => box('trak', 8)))
    for (const index of [nested, tracks]) {
      const film = [box('ftyp', 8), box('moov', index.length + 8), index, box('mdat', 8)]
      expect(await judge(Buffer.concat(film))).toHaveProperty('problem')
    }
  })

  it('film tables with millions of rows or billions of frames take little time', async () => {
    const rows = 1_000_000
    const table = (type: string, row: number[], counted: number, given = counted) => {
      const bytes = Buffer.alloc(8 + row.length * 4 * given)
      bytes.writeUInt32BE(counted, 4)
      for (let at = 0; at < given * row.length; at += 1) bytes.writeUInt32BE(row[at % row.length] ?? 0, 8 + at * 4)
      return boxOf(type, bytes)
    }
    const entry = film.subarray(at('stsd') - 4, at('stsd') - 4 + film.readUInt32BE(at('stsd') - 4))
    const head = Buffer.alloc(24)
    head.writeUInt32BE(1000, 12)
    const handler = Buffer.concat([Buffer.alloc(8), Buffer.from('vide'), Buffer.alloc(13)])
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32BE(0xffffffff, 8)
    const tables = boxOf(
      'stbl',
      entry,
      table('stts', [0xffffffff, 0], rows),
      table('ctts', [1, 1], rows),
      table('stsc', [1, 0xffffffff, 1], 0xffffffff, 10_000),
      table('stco', [0], 0xffffffff, 1),
      boxOf('stsz', sizes),
    )
    const media = boxOf('mdia', boxOf('mdhd', head), boxOf('hdlr', handler), boxOf('minf', tables))
    const edits = boxOf('edts', table('elst', [1, 0, 0x10000], 1_000_000))
    const index = boxOf('moov', boxOf('mvhd', head), boxOf('trak', edits, media))
    const began = process.threadCpuUsage()
    const whole = [boxOf('ftyp', Buffer.from('isom')), index, boxOf('mdat', Buffer.alloc(8))]
    const verdict = await judge(Buffer.concat(whole))
    expect('problem' in verdict || verdict.media.durationSeconds <= 43_200).toBe(true)
    const { user, system } = process.threadCpuUsage(began)
    expect(user + system).toBeLessThan(3_000_000)
  })

  it('only headers and index are read of a 4 GB film', async () => {
    const index = film.subarray(at('moov') - 4, at('moov') - 4 + film.readUInt32BE(at('moov') - 4))
    const head = film.subarray(0, film.readUInt32BE(0))
    const size = 4 * 1024 ** 3
    const long = Buffer.alloc(16)
    box('mdat', 1).copy(long)
    long.writeBigUInt64BE(BigInt(size - head.length - index.length), 8)
    const parts: [number, Buffer][] = [
      [0, head],
      [head.length, long],
      [size - index.length, index],
    ]
    let read = 0
    const sparse: ByteContent = {
      size,
      read: async (start, length) => {
        read += length
        const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - start)))
        for (const [place, part] of parts) {
          const from = Math.max(0, start - place)
          if (place < start + length && from < part.length) part.copy(bytes, Math.max(0, place - start), from)
        }
        return bytes
      },
      pieces: () => {
        throw new Error('nobody reads it whole')
      },
    }
    expect(await readLessonFilm(sparse)).toMatchObject({
      width: 1280,
      media: { video: 'H.264', fastStart: false },
    })
    expect(read).toBeLessThan(index.length + 10_000)
  })

  it('random bytes are refused or described as a film and never cause an error', async () => {
    const moov = at('moov')
    const broken = fc.array(fc.tuple(fc.nat(8000), fc.nat(255)), { minLength: 1, maxLength: 8 }).map((changes) => {
      const copy = Buffer.from(film)
      for (const [offset, byte] of changes) copy[Math.min(moov + offset, copy.length - 1)] = byte
      return copy
    })
    const some = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))
    await fc.assert(
      fc.asyncProperty(fc.oneof(broken, some), async (bytes) => {
        const verdict = await judge(bytes)
        expect('problem' in verdict || verdict.media.durationSeconds >= 1).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
