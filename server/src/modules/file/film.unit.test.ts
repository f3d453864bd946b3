import { readFile } from 'node:fs/promises'
import { readLessonFilm } from '@ce/contract/film/lesson-film'
import { describe, expect, it } from 'vitest'
import { filmOf, films } from '../../../test/films/corpus.ts'
import { film, full, pictures, sound } from '../../../test/films/mp4-writer.ts'
import { bufferContent, type Content, composedContent } from '../../platform/files/content.ts'
import { indexFirst } from './film.ts'
import { filmBeginning } from './film-beginning.ts'

interface Played {
  how: string
  first?: number
  furthest: number
}

const recorded: { films: Record<string, Played> } = JSON.parse(
  await readFile(new URL('../../../test/films/chromium.json', import.meta.url), 'utf8'),
)

describe('a film is as long as Chromium plays it', () => {
  it.each(films.map((one) => [one.name, one] as const))('%s', async (name, one) => {
    const played = recorded.films[name]
    if (!played) throw new Error('not measured: see server/test/films/measure.ts')
    expect(played.how).toBe('ended')
    const read = await readLessonFilm(bufferContent(filmOf(one)))
    // what begins late, or is over at once, cannot be a lesson
    if (played.furthest < 0.5)
      expect(read).toEqual({ problem: expect.stringContaining('重新导出') })
    else if ((played.first ?? 0) > 1)
      expect(read).toEqual({ problem: expect.stringMatching(/开头 [23] 秒.*请剪掉开头/) })
    else {
      const length = 'media' in read ? read.media.durationSeconds : Number.NaN
      expect(Math.abs(length - played.furthest)).toBeLessThan(0.3)
    }
  })

  it('and no case was played that is not in the corpus any more', () => {
    expect(Object.keys(recorded.films).sort()).toEqual(films.map(({ name }) => name).sort())
  })
})

/** The bytes of each sample, where the index says they are. */
async function samplesOf(content: Content): Promise<string[]> {
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

describe('an index at the end is moved to the front', () => {
  const last = { tracks: [pictures(3), sound(3)], indexLast: true }
  it.each([
    ['with offsets of 32 bits', last],
    ['with offsets of 64 bits', { ...last, longOffsets: true, longMedia: true }],
    ['with tags', { ...last, more: [full('free', 0, 0, Buffer.alloc(100))] }],
  ])('%s: every sample is where the index says', async (_, plan) => {
    const given = bufferContent(film(plan))
    const parts = await indexFirst(given)
    const moved = composedContent(given, parts ?? [])
    expect(moved.size).toBe(given.size)
    expect(await samplesOf(moved)).toEqual(await samplesOf(given))
    const [before, after] = [await readLessonFilm(given), await readLessonFilm(moved)]
    expect([before, after]).toMatchObject([
      { media: { fastStart: false } },
      { media: { fastStart: true } },
    ])
    expect(await indexFirst(moved)).toBeNull()
  })

  it('stays as it is where it lies in front, and where it names places that are not samples', async () => {
    expect(await indexFirst(bufferContent(film({ ...last, indexLast: false })))).toBeNull()
    const places = full('meta', 0, 0, full('iloc', 0, 0, Buffer.alloc(20)))
    expect(await indexFirst(bufferContent(film({ ...last, more: [places] })))).toBeNull()
  })

  it('gets 64 bits where 32 do not reach any more, of which only the index is read', async () => {
    const built = film(last)
    const at = built.indexOf('moov') - 4
    const [head, index] = [
      built.subarray(0, built.indexOf('mdat') - 4),
      Buffer.from(built.subarray(at)),
    ]
    // the last sample lies just below 4 GB, and beyond it once the index stands in front
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
    const content: Content = {
      size: size + index.length,
      read: async (start, length) => {
        read += length
        const bytes = Buffer.alloc(length)
        for (const [place, part] of whole) {
          const from = Math.max(0, start - place)
          if (place < start + length && from < part.length)
            part.copy(bytes, Math.max(0, place - start), from)
        }
        return bytes
      },
      pieces: () => {
        throw new Error('nobody reads it whole')
      },
    }
    const moved = composedContent(content, (await indexFirst(content)) ?? [])
    const front = await moved.read(0, head.length + index.length * 2)
    const long = front.indexOf('co64') + 12
    const grown = front.readUInt32BE(head.length)
    expect(front.readBigUInt64BE(long)).toBe(BigInt(size - 10 + grown))
    expect(moved.size).toBe(content.size + grown - index.length)
    expect(read).toBeLessThan(index.length * 6)
  })
})

describe('the beginning of a film', () => {
  const beginningOf = async (whole: Content, seconds: number) =>
    composedContent(whole, (await filmBeginning(whole, seconds)) ?? [])

  it.each(films.map((one) => [one.name, one] as const))(
    'of “%s” is a film of three seconds at most, of its own samples',
    async (_, one) => {
      const whole = bufferContent(filmOf(one))
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

  it('holds nothing of the rest, wherever the rest lies, and is made without reading it', async () => {
    const name = new URL('../../../seeds/media/trial-year-1.mp4', import.meta.url)
    const bytes = await readFile(name)
    let indexBytes = 0
    const whole = bufferContent(bytes)
    const counted: Content = {
      ...whole,
      read: async (start, length) => {
        indexBytes += length
        return whole.read(start, length)
      },
    }
    const parts = (await filmBeginning(counted, 3)) ?? []
    expect(indexBytes).toBeLessThan(20_000)
    const beginning = composedContent(whole, parts)
    expect(await readLessonFilm(beginning)).toMatchObject({
      media: { durationSeconds: 3, fastStart: true },
    })
    expect(beginning.size).toBeLessThan(bytes.length / 2)
    const last = Math.max(...parts.map((part) => ('to' in part ? part.to : 0)))
    expect(last).toBeLessThan(bytes.length / 2)
  })

  it('longer than the film is the whole film', async () => {
    const whole = bufferContent(film({ tracks: [pictures(3), sound(3)] }))
    const beginning = await beginningOf(whole, 60)
    expect(await samplesOf(beginning)).toEqual(await samplesOf(whole))
  })

  it('of what is no film, or one in fragments, is none', async () => {
    expect(await filmBeginning(bufferContent(Buffer.alloc(1000)), 2)).toBeNull()
    const fragments = film({ tracks: [pictures(3)], more: [full('mvex', 0, 0)] })
    expect(await filmBeginning(bufferContent(fragments), 2)).toBeNull()
  })
})
