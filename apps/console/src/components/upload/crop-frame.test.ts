import { pictureProblem, pictureUses } from '@ce/contract/picture-uses'
import { describe, expect, it } from 'vitest'
import { firstFrame, movedFrame, scaledFrame } from './crop-frame.ts'

const sizes = [
  { width: 3000, height: 1000 },
  { width: 1000, height: 3000 },
  { width: 1000, height: 1000 },
]
describe.each(pictureUses)('a frame for %s', (use) => {
  it.each(sizes)('stays in the picture and fits, however it is moved and scaled: %o', (picture) => {
    let frame = firstFrame(use, picture)
    const steps = [
      [5000, 0],
      [0, 5000],
      [-9000, -9000],
      [13, 7],
    ] as const
    for (const [x, y] of steps)
      for (const width of [1, 700, 99_999]) {
        frame = scaledFrame(use, picture, movedFrame(use, picture, frame, { x, y }), width)
        expect(frame.x).toBeGreaterThanOrEqual(0)
        expect(frame.y).toBeGreaterThanOrEqual(0)
        expect(frame.x + frame.width).toBeLessThanOrEqual(picture.width + 1e-6)
        expect(frame.y + frame.height).toBeLessThanOrEqual(picture.height + 1e-6)
        const size = { width: Math.round(frame.width), height: Math.round(frame.height) }
        expect(pictureProblem(use, size)).toBeNull()
      }
  })
})
