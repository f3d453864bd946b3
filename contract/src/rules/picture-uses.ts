/** What a picture is shown as, and so how large it must be and how its sides must stand to each other. */
export const pictureUses = ['SWIPER', 'QR', 'COVER', 'PORTRAIT', 'ARTICLE', 'AVATAR'] as const
export type PictureUse = (typeof pictureUses)[number]
/** Shown in a frame with sides of its own: a part can be cut out for it. */
export type FramedUse = Exclude<PictureUse, 'ARTICLE'>
/** What staff upload: a learner's own picture is none of it. */
export const staffPictureUses = pictureUses.filter((use) => use !== 'AVATAR')
export type StaffPictureUse = Exclude<PictureUse, 'AVATAR'>

export interface PictureSize {
  width: number
  height: number
}

interface UseRule {
  /** as a person reads it */
  name: string
  least: PictureSize
  /** of the frame it is shown in */
  sides: PictureSize
  /** of the frame, so much may be cut off or left empty before it looks wrong */
  tolerance: number
}

export const pictureUseRules: Readonly<Record<FramedUse, UseRule>> = {
  // site/src/styles/carousel.css: 5 to 2 on the desktop and on the phone
  SWIPER: {
    name: '轮播图',
    least: { width: 960, height: 384 },
    sides: { width: 5, height: 2 },
    tolerance: 0.12,
  },
  QR: {
    name: '二维码',
    least: { width: 200, height: 200 },
    sides: { width: 1, height: 1 },
    tolerance: 0.06,
  },
  COVER: {
    name: '封面',
    least: { width: 480, height: 270 },
    sides: { width: 16, height: 9 },
    tolerance: 0.2,
  },
  PORTRAIT: {
    name: '照片',
    least: { width: 180, height: 240 },
    sides: { width: 3, height: 4 },
    tolerance: 0.3,
  },
  // a round of 80 points, on screens of twice as many pixels
  AVATAR: {
    name: '头像',
    least: { width: 160, height: 160 },
    sides: { width: 1, height: 1 },
    tolerance: 0.1,
  },
}

/** Pictures in a text stand as they are: what cannot be made out is refused, and a strip that is a line on every screen. */
const inText = { least: { width: 32, height: 32 }, mostRatio: 30 }

/** How far the sides are from those of the frame: 0 is exactly so, 0.5 half as much again or two thirds of it. */
function apart({ width, height }: PictureSize, sides: PictureSize): number {
  const ratio = width / height / (sides.width / sides.height)
  return Math.max(ratio, 1 / ratio) - 1
}

/** Whether the sides fit as they are: what does not can be cut to. */
export function sidesFit(use: FramedUse, size: PictureSize): boolean {
  const { sides, tolerance } = pictureUseRules[use]
  return apart(size, sides) <= tolerance
}

/** Whether a part of it, cut out, is large enough. */
export function canBeCut(use: FramedUse, { width, height }: PictureSize): boolean {
  const { least } = pictureUseRules[use]
  return width >= least.width && height >= least.height
}

/** Why a picture cannot be shown as this, with the size that is needed and what to do; null: it can. */
export function pictureProblem(use: PictureUse, size: PictureSize): string | null {
  if (use === 'ARTICLE') return problemInText(size)
  const { name, least, sides } = pictureUseRules[use]
  const said = `这张图片是 ${size.width}×${size.height} 像素`
  if (!canBeCut(use, size))
    return `${said}，太小，显示会模糊；${name}至少要 ${least.width}×${least.height} 像素，请换一张更大的图片`
  if (sidesFit(use, size)) return null
  return `${said}，不合${name}的比例（宽 ${sides.width}：高 ${sides.height}），显示时会变形或被切掉；请裁剪成 ${sides.width}：${sides.height} 后再上传`
}

function problemInText({ width, height }: PictureSize): string | null {
  const { least, mostRatio } = inText
  const said = `这张图片是 ${width}×${height} 像素`
  if (width < least.width || height < least.height)
    return `${said}，太小，看不清；正文图片的宽和高至少要 ${least.width} 像素，请换一张更大的图片`
  if (Math.max(width / height, height / width) <= mostRatio) return null
  return `${said}，过于狭长，看不清；正文图片的长边最多是短边的 ${mostRatio} 倍，请裁剪或拆成几张后再上传`
}

/** What is said where no code can be read. */
export const noCodeWords =
  '这张图片里没有识别出二维码；请上传清楚、端正、四周留有白边的二维码原图，不要用照片或截图的一角'

/** What is odd about where a code leads; null: nothing. It is shown to staff before they save. */
export function codeWarning(text: string): string | null {
  if (/^(wxp:|alipayqr:|https:\/\/(qr|render)\.alipay\.com\/|weixin:\/\/wxpay)/i.test(text))
    return '这是收款码，不是网址或公众号二维码；请确认没有选错图片'
  const url = parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    return '扫码后打开的不是网址，访客看到的是这段文字；请确认没有选错图片'
  // a code of an official account is written so by WeChat itself
  if (url.protocol === 'http:' && url.hostname !== 'weixin.qq.com')
    return '链接不是 https，扫码时可能被提示不安全；请换用 https 的二维码'
  if (url.username || url.password) return '链接里带有用户名，可能是仿冒的网址；请核对'
  return null
}

function parse(text: string): URL | null {
  try {
    return new URL(text.trim())
  } catch {
    return null
  }
}
