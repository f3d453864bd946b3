import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { hostilePictures } from '../../../test/hostile-files/pictures.ts'
import { withoutMetadata, withoutPackedTexts } from './picture-metadata.ts'
import { isSoundPicture } from './picture-shape.ts'

const taken = {
  IFD0: { Make: 'HUAWEI' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 16/1 0/1' },
}
const drawn = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#356' } })
    .withExif(taken)
    .withMetadata({ orientation: 6 })

describe('a picture as a phone takes it', () => {
  it.each([
    ['image/jpeg', () => drawn().jpeg()],
    ['image/jpeg', () => drawn().jpeg({ progressive: true }).withIccProfile('p3')],
    ['image/png', () => drawn().png()],
    ['image/webp', () => drawn().webp()],
  ] as const)('%s loses the place and the device, and looks as before', async (mime, make) => {
    const picture = await make().toBuffer()
    expect(picture.includes('HUAWEI')).toBe(true)
    const behind = Buffer.concat([picture, Buffer.from('a film')])
    const clean = withoutMetadata(behind, mime)
    expect(clean.includes('HUAWEI')).toBe(false)
    expect(isSoundPicture(clean, mime, { maxPixels: 10_000, exact: true })).toBe(true)
    const pixels = (file: Buffer) => sharp(file).raw().toBuffer()
    expect((await pixels(clean)).equals(await pixels(picture))).toBe(true)
    const [before, after] = [await sharp(picture).metadata(), await sharp(clean).metadata()]
    expect(after.icc).toEqual(before.icc)
    // the right way up: of JPEG alone browsers and cameras agree on it
    if (mime === 'image/jpeg') expect([before.orientation, after.orientation]).toEqual([6, 6])
    expect(withoutMetadata(clean, mime).equals(clean)).toBe(true)
  })

  it.each(['image/jpeg', 'application/pdf'])('what is no whole %s comes back as it is', (mime) => {
    const file = Buffer.from('\xff\xd8\xff\xe1 broken', 'latin1')
    expect(withoutMetadata(file, mime)).toBe(file)
  })

  it('a picture without a scan ends where it says', () => {
    const frame = Buffer.from('ffd8ffc0000b080001000101011100ffd9', 'hex')
    expect(isSoundPicture(frame, 'image/jpeg', { maxPixels: 9, exact: true })).toBe(true)
    expect(withoutMetadata(frame, 'image/jpeg').equals(frame)).toBe(true)
  })

  it('Exif that lies about its own length is left out', async () => {
    const picture = await drawn().jpeg().toBuffer()
    const at = picture.indexOf('Exif')
    // the directory begins beyond the segment; then it has more entries than there are bytes
    for (const [place, value] of [
      [at + 10, 0xff],
      [at + 14, 0xff],
    ] as const) {
      const broken = Buffer.from(picture)
      broken[place] = value
      broken[place + 1] = value
      expect(withoutMetadata(broken, 'image/jpeg').includes('HUAWEI')).toBe(false)
    }
  })
})

it('a PNG is decoded without its texts, and without a profile that unpacks to more than any has', async () => {
  const picture = await drawn().png().withIccProfile('p3').toBuffer()
  const { icc } = await sharp(withoutPackedTexts(picture)).metadata()
  expect(icc).toEqual((await sharp(picture).metadata()).icc)
  const files = hostilePictures.filter(({ name }) => /texts|profile/.test(name))
  for (const file of files) {
    const clean = withoutPackedTexts(file.make())
    expect(clean.length).toBeLessThan(200)
    expect(await sharp(clean).metadata()).toMatchObject({ width: 2, height: 2 })
  }
})
