import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { removeMetadata } from './picture-metadata.ts'
import { readPictureShape } from './picture-shape.ts'

const taken = {
  IFD0: { Make: 'HUAWEI' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 16/1 0/1' },
}
const drawn = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#356' } })
    .withExif(taken)
    .withMetadata({ orientation: 6 })

describe('photos from a phone', () => {
  it.each([
    ['image/jpeg', () => drawn().jpeg()],
    ['image/jpeg', () => drawn().jpeg({ progressive: true }).withIccProfile('p3')],
    ['image/png', () => drawn().png()],
    ['image/webp', () => drawn().webp()],
  ] as const)('a photo of type %s loses location and device but looks the same', async (mime, make) => {
    const picture = await make().toBuffer()
    expect(picture.includes('HUAWEI')).toBe(true)
    const behind = Buffer.concat([picture, Buffer.from('a film')])
    const clean = removeMetadata(behind.subarray(0, readPictureShape(behind, mime)?.end), mime)
    expect(clean.includes('HUAWEI')).toBe(false)
    expect(readPictureShape(clean, mime)).toEqual({ width: 40, height: 30, end: clean.length })
    const pixels = (file: Buffer) => sharp(file).raw().toBuffer()
    expect((await pixels(clean)).equals(await pixels(picture))).toBe(true)
    const [before, after] = [await sharp(picture).metadata(), await sharp(clean).metadata()]
    expect(after.icc).toEqual(before.icc)
    // Browsers and cameras agree on orientation only for JPEG.
    if (mime === 'image/jpeg') expect([before.orientation, after.orientation]).toEqual([6, 6])
    expect(removeMetadata(clean, mime).equals(clean)).toBe(true)
  })

  it('a broken picture and a file of another kind have no readable dimensions', () => {
    const file = Buffer.from('\xff\xd8\xff\xe1 broken', 'latin1')
    expect(readPictureShape(file, 'image/jpeg')).toBeNull()
    expect(readPictureShape(file, 'application/pdf')).toBeUndefined()
    expect(removeMetadata(file, 'application/pdf')).toBe(file)
  })

  it('a JPEG without image data ends at its end marker', () => {
    const frame = Buffer.from('ffd8ffc0000b080001000101011100ffd9', 'hex')
    expect(readPictureShape(frame, 'image/jpeg')).toEqual({ width: 1, height: 1, end: frame.length })
    expect(removeMetadata(frame, 'image/jpeg').equals(frame)).toBe(true)
  })

  it('an Exif segment with a false length is dropped', async () => {
    const picture = await drawn().jpeg().toBuffer()
    const at = picture.indexOf('Exif')
    for (const [place, value] of [
      [at + 10, 0xff],
      [at + 14, 0xff],
    ] as const) {
      const broken = Buffer.from(picture)
      broken[place] = value
      broken[place + 1] = value
      expect(removeMetadata(broken, 'image/jpeg').includes('HUAWEI')).toBe(false)
    }
  })
})
