import { type FramedUse, pictureUseRules } from '@ce/contract/picture-uses'

/** What is cut out of a picture, in its own pixels. */
export interface CropFrame {
  x: number
  y: number
  width: number
  height: number
}

interface Size {
  width: number
  height: number
}

const sidesOf = (use: FramedUse): Size => pictureUseRules[use].sides

/** The largest frame with the sides that are needed, in the middle of the picture. */
export function firstFrame(use: FramedUse, picture: Size): CropFrame {
  const width = widestFrame(use, picture)
  return framed(use, picture, { x: (picture.width - width) / 2, y: 0, width }, true)
}

export function widestFrame(use: FramedUse, picture: Size): number {
  const sides = sidesOf(use)
  return Math.min(picture.width, (picture.height * sides.width) / sides.height)
}

/** As narrow as it may become: what is cut out must still be large enough. */
export function narrowestFrame(use: FramedUse, picture: Size): number {
  return Math.min(pictureUseRules[use].least.width, widestFrame(use, picture))
}

/** Moved, without leaving the picture. */
export function movedFrame(
  use: FramedUse,
  picture: Size,
  frame: CropFrame,
  by: { x: number; y: number },
): CropFrame {
  return framed(use, picture, { x: frame.x + by.x, y: frame.y + by.y, width: frame.width })
}

/** As wide as that, around the same middle as far as the picture allows. */
export function scaledFrame(
  use: FramedUse,
  picture: Size,
  frame: CropFrame,
  width: number,
): CropFrame {
  const [least, most] = [narrowestFrame(use, picture), widestFrame(use, picture)]
  const wanted = Math.min(Math.max(width, least), most)
  const sides = sidesOf(use)
  const height = (wanted * sides.height) / sides.width
  const x = frame.x + (frame.width - wanted) / 2
  const y = frame.y + (frame.height - height) / 2
  return framed(use, picture, { x, y, width: wanted })
}

function framed(
  use: FramedUse,
  picture: Size,
  { x, y, width }: { x: number; y: number; width: number },
  middle = false,
): CropFrame {
  const sides = sidesOf(use)
  const height = Math.min((width * sides.height) / sides.width, picture.height)
  const top = middle ? (picture.height - height) / 2 : y
  const within = (at: number, most: number) => Math.min(Math.max(at, 0), Math.max(most, 0))
  return {
    x: within(x, picture.width - width),
    y: within(top, picture.height - height),
    width,
    height,
  }
}
