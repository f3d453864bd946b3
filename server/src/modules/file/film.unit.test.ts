import { readFile } from 'node:fs/promises'
import { readLessonFilm } from '@ce/contract/film/lesson-film'
import { describe, expect, it } from 'vitest'
import { buildSampleFilm, sampleFilms } from '../../../test/films/corpus.ts'
import { buildMp4, makeSoundTrack, makeVideoTrack, mp4FullBox } from '../../../test/films/mp4-writer.ts'
import { type ByteContent, composeContent, contentOfBuffer } from '../../platform/files/content.ts'
import { moveIndexToFront } from './film.ts'
import { cutFilmBeginning } from './film-beginning.ts'

interface Played {
  how: string
  first?: number
  furthest: number
}

const recorded: { films: Record<string, Played> } = JSON.parse(
  await readFile(new URL('../../../test/films/chromium.json', import.meta.url), 'utf8'),
)

describe('film length as read here and as played by Chromium', () => {
  it.each(sampleFilms.map((one) => [one.name, one] as const))('%s', async (name, one) => {
    const played = recorded.films[name]
    if (!played) throw new Error('not measured: see server/test/films/measure.ts')
    expect(played.how).toBe('ended')
    const read = await readLessonFilm(contentOfBuffer(buildSampleFilm(one)))
    // A film that starts late or ends at once cannot be a lesson.
    if (played.furthest < 0.5) expect(read).toEqual({ problem: expect.stringContaining('重新导出') })
    else if ((played.first ?? 0) > 1)
      expect(read).toEqual({ problem: expect.stringMatching(/开头 [23] 秒.*请剪掉开头/) })
    else {
      const length = 'media' in read ? read.media.durationSeconds : Number.NaN
      expect(Math.abs(length - played.furthest)).toBeLessThan(0.3)
    }
  })

  it('every film with a recorded Chromium length exists among the sample films, and the reverse', () => {
    expect(Object.keys(recorded.films).sort()).toEqual(sampleFilms.map(({ name }) => name).sort())
  })
})

async function samplesOf(content: ByteContent): Promise<string[]> {
  const bytes = await content.read(0, content.size)
  const found: string[] = []
  for (let at = bytes.indexOf('stsz'); at >= 0; at = bytes.indexOf('stsz', at + 1)) {
    const count = bytes.readUInt32BE(at + 12)
    const table = at + 16 + count * 4
    const long = bytes.toString('latin1', table + 4, table + 8) === 'co64'
    for (let place = 0; place < count; place += 1) {
      const size = bytes.readUInt32BE(at + 16 + place * 4)
      const entry = table + 16 + place * (long ? 8 : 4)
      const from = long ? Number(bytes.readBigUInt64BE(entry)) : bytes.readUInt32BE(entry)
      found.push(bytes.toString('base64', from, from + size))
    }
  }
  return found
}

describe('moving an index to the front', () => {
  const last = { tracks: [makeVideoTrack(3), makeSoundTrack(3)], indexLast: true }
  it.each([
    ['with offsets of 32 bits', last],
    ['with offsets of 64 bits', { ...last, longOffsets: true, longMedia: true }],
    ['with tags', { ...last, more: [mp4FullBox('free', 0, 0, Buffer.alloc(100))] }],
  ])('%s: every sample is where the index says', async (_, plan) => {
    const given = contentOfBuffer(buildMp4(plan))
    const parts = await moveIndexToFront(given)
    const moved = composeContent(given, parts ?? [])
    expect(moved.size).toBe(given.size)
    expect(await samplesOf(moved)).toEqual(await samplesOf(given))
    const [before, after] = [await readLessonFilm(given), await readLessonFilm(moved)]
    expect([before, after]).toMatchObject([{ media: { fastStart: false } }, { media: { fastStart: true } }])
    expect(await moveIndexToFront(moved)).toBeNull()
  })

  it('moveIndexToFront leaves a film unchanged if its index is in front or other boxes contain offsets', async () => {
    expect(await moveIndexToFront(contentOfBuffer(buildMp4({ ...last, indexLast: false })))).toBeNull()
    const places = mp4FullBox('meta', 0, 0, mp4FullBox('iloc', 0, 0, Buffer.alloc(20)))
    expect(await moveIndexToFront(contentOfBuffer(buildMp4({ ...last, more: [places] })))).toBeNull()
  })

  it('moving the index writes 64-bit offsets where 32 bits are too small, and reads only the index', async () => {
    const built = buildMp4(last)
    const at = built.indexOf('moov') - 4
    const [head, index] = [built.subarray(0, built.indexOf('mdat') - 4), Buffer.from(built.subarray(at))]
    const size = 2 ** 32 - 40
    const table = index.indexOf('stco') + 12
    index.writeUInt32BE(size - 10, table)
    const mediaHead = Buffer.alloc(16)
    mediaHead.writeUInt32BE(1)
    mediaHead.write('mdat', 4)
    mediaHead.writeBigUInt64BE(BigInt(size - head.length), 8)
    const whole: [number, Buffer][] = [
      [0, head],
      [head.length, mediaHead],
      [size, index],
    ]
    let read = 0
    const content: ByteContent = {
      size: size + index.length,
      read: async (start, length) => {
        read += length
        const bytes = Buffer.alloc(length)
        for (const [place, part] of whole) {
          const from = Math.max(0, start - place)
          if (place < start + length && from < part.length) part.copy(bytes, Math.max(0, place - start), from)
        }
        return bytes
      },
      pieces: () => {
        throw new Error('nobody reads it whole')
      },
    }
    const moved = composeContent(content, (await moveIndexToFront(content)) ?? [])
    const front = await moved.read(0, head.length + index.length * 2)
    const long = front.indexOf('co64') + 12
    const grown = front.readUInt32BE(head.length)
    expect(front.readBigUInt64BE(long)).toBe(BigInt(size - 10 + grown))
    expect(moved.size).toBe(content.size + grown - index.length)
    expect(read).toBeLessThan(index.length * 6)
  })
})

describe('preview cut from a film', () => {
  const beginningOf = async (whole: ByteContent, seconds: number) =>
    composeContent(whole, (await cutFilmBeginning(whole, seconds)) ?? [])

  it.each(sampleFilms.map((one) => [one.name, one] as const))(
    'the preview of “%s” is a film of at most three seconds with samples of the original',
    async (_, one) => {
      const whole = contentOfBuffer(buildSampleFilm(one))
      const read = await readLessonFilm(whole)
      if (!('media' in read)) return
      const beginning = await beginningOf(whole, 3)
      const cut = await readLessonFilm(beginning)
      const length = 'media' in cut ? cut.media.durationSeconds : Number.NaN
      expect(length).toBeGreaterThanOrEqual(Math.min(1, read.media.durationSeconds))
      expect(length).toBeLessThanOrEqual(3.1)
      expect(await samplesOf(whole)).toEqual(expect.arrayContaining(await samplesOf(beginning)))
    },
  )

  it('a cut preview contains no data of the rest of the film, and cutting reads only the index', async () => {
    const name = new URL('../../../seeds/media/trial-year-1.mp4', import.meta.url)
    const bytes = await readFile(name)
    let indexBytes = 0
    const whole = contentOfBuffer(bytes)
    const counted: ByteContent = {
      ...whole,
      read: async (start, length) => {
        indexBytes += length
        return whole.read(start, length)
      },
    }
    const parts = (await cutFilmBeginning(counted, 3)) ?? []
    expect(indexBytes).toBeLessThan(20_000)
    const beginning = composeContent(whole, parts)
    expect(await readLessonFilm(beginning)).toMatchObject({
      media: { durationSeconds: 3, fastStart: true },
    })
    expect(beginning.size).toBeLessThan(bytes.length / 2)
    const last = Math.max(...parts.map((part) => ('to' in part ? part.to : 0)))
    expect(last).toBeLessThan(bytes.length / 2)
  })

  it('a preview longer than the film is the whole film', async () => {
    const whole = contentOfBuffer(buildMp4({ tracks: [makeVideoTrack(3), makeSoundTrack(3)] }))
    const beginning = await beginningOf(whole, 60)
    expect(await samplesOf(beginning)).toEqual(await samplesOf(whole))
  })

  it('tables that say more rows than they have neither stop a preview nor keep it busy', async () => {
    const film = buildMp4({ tracks: [makeVideoTrack(3), makeSoundTrack(3)] })
    const whole = await beginningOf(contentOfBuffer(film), 2)
    const saying = (rows: number, type: string) => {
      const hostile = Buffer.from(film)
      for (let at = film.indexOf(type); at >= 0; at = film.indexOf(type, at + 1)) hostile.writeUInt32BE(rows, at + 8)
      return contentOfBuffer(hostile)
    }
    expect((await beginningOf(saying(400_000, 'stsc'), 2)).size).toBe(whole.size)
    for (const type of ['stsc', 'stts', 'elst', 'stss'].filter((one) => film.includes(one)))
      expect(await cutFilmBeginning(saying(0xffffffff, type), 2)).toBeNull()
  })

  it('no preview is cut from a fragmented film or from another file type', async () => {
    expect(await cutFilmBeginning(contentOfBuffer(Buffer.alloc(1000)), 2)).toBeNull()
    const fragments = buildMp4({ tracks: [makeVideoTrack(3)], more: [mp4FullBox('mvex', 0, 0)] })
    expect(await cutFilmBeginning(contentOfBuffer(fragments), 2)).toBeNull()
  })
})
