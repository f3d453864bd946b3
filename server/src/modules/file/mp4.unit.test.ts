import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bufferContent } from '../../platform/files/content.ts'
import { readFilm } from './mp4.ts'

const film = await readFile(new URL('../../../seeds/media/drug-law-1.mp4', import.meta.url))

it('finds the picture size of a film', async () => {
  expect(await readFilm(bufferContent(film))).toEqual({ width: 1280, height: 720 })
})

it('says no or gives a size, whatever bytes it is given, and never fails', async () => {
  const at = film.indexOf('moov')
  const broken = fc
    .array(fc.tuple(fc.nat(8000), fc.nat(255)), { minLength: 1, maxLength: 8 })
    .map((changes) => {
      const copy = Buffer.from(film)
      for (const [offset, byte] of changes) copy[Math.min(at + offset, copy.length - 1)] = byte
      return copy
    })
  const some = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))
  await fc.assert(
    fc.asyncProperty(fc.oneof(broken, some), async (bytes) => {
      const film = await readFilm(bufferContent(bytes))
      expect(film === null || film.width > 0).toBe(true)
    }),
    { numRuns: 500 },
  )
})
