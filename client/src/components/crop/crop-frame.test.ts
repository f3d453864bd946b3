import { type FramedPictureUse, pictureProblem, pictureUseRules } from '@ce/contract/picture-uses'
import { describe, expect, it } from 'vitest'
import { initialCropFrame, moveCropFrame, resizeCropFrame } from './crop-frame.ts'

const sizes = [
  { width: 3000, height: 1000 },
  { width: 1000, height: 3000 },
  { width: 1000, height: 1000 },
]
describe.each(Object.keys(pictureUseRules) as FramedPictureUse[])('crop frame for %s', (use) => {
  it.each(sizes)('the crop frame stays inside the picture after every move and resize: %o', (picture) => {
    let frame = initialCropFrame(use, picture)
    const steps = [
      [5000, 0],
      [0, 5000],
      [-9000, -9000],
      [13, 7],
    ] as const
    for (const [x, y] of steps)
      for (const width of [1, 700, 99_999]) {
        frame = resizeCropFrame(use, picture, moveCropFrame(use, picture, frame, { x, y }), width)
        expect(frame.x).toBeGreaterThanOrEqual(0)
        expect(frame.y).toBeGreaterThanOrEqual(0)
        expect(frame.x + frame.width).toBeLessThanOrEqual(picture.width + 1e-6)
        expect(frame.y + frame.height).toBeLessThanOrEqual(picture.height + 1e-6)
        const size = { width: Math.round(frame.width), height: Math.round(frame.height) }
        expect(pictureProblem(use, size)).toBeNull()
      }
  })
})

it('the refusal of an article picture names its size and what to do', () => {
  const said = (width: number, height: number) => pictureProblem('ARTICLE', { width, height })
  for (const [width, height] of [
    [32, 32],
    [3000, 100],
    [1080, 12_000],
  ] as const)
    expect(said(width, height), `${width}×${height}`).toBeNull()
  expect(said(1, 1)).toMatch(/1×1 像素.*至少要 32 像素/)
  expect(said(600, 8)).toMatch(/600×8 像素.*太小/)
  expect(said(3200, 100)).toMatch(/3200×100 像素.*30 倍.*裁剪或拆成几张/)
})
