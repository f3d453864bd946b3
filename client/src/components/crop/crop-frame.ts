import { type FramedPictureUse, pictureUseRules } from '@ce/contract/picture-uses'

/** The frame is given in pixels of the picture. */
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

const sidesOf = (use: FramedPictureUse): Size => pictureUseRules[use].sides

export function initialCropFrame(use: FramedPictureUse, picture: Size): CropFrame {
  const width = maxCropWidth(use, picture)
  return framed(use, picture, { x: (picture.width - width) / 2, y: 0, width }, true)
}

export function maxCropWidth(use: FramedPictureUse, picture: Size): number {
  const sides = sidesOf(use)
  return Math.min(picture.width, (picture.height * sides.width) / sides.height)
}

export function minCropWidth(use: FramedPictureUse, picture: Size): number {
  return Math.min(pictureUseRules[use].least.width, maxCropWidth(use, picture))
}

export function moveCropFrame(
  use: FramedPictureUse,
  picture: Size,
  frame: CropFrame,
  by: { x: number; y: number },
): CropFrame {
  return framed(use, picture, { x: frame.x + by.x, y: frame.y + by.y, width: frame.width })
}

export function resizeCropFrame(use: FramedPictureUse, picture: Size, frame: CropFrame, width: number): CropFrame {
  const [least, most] = [minCropWidth(use, picture), maxCropWidth(use, picture)]
  const wanted = Math.min(Math.max(width, least), most)
  const sides = sidesOf(use)
  const height = (wanted * sides.height) / sides.width
  const x = frame.x + (frame.width - wanted) / 2
  const y = frame.y + (frame.height - height) / 2
  return framed(use, picture, { x, y, width: wanted })
}

function framed(
  use: FramedPictureUse,
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
