/** Each use of a picture has its own minimum size and aspect ratio. */
export const pictureUses = ['SWIPER', 'QR', 'COVER', 'PORTRAIT', 'ARTICLE', 'AVATAR'] as const
export type PictureUse = (typeof pictureUses)[number]
/** A picture shown in a frame with a fixed ratio, so staff can crop it. */
export type FramedPictureUse = Exclude<PictureUse, 'ARTICLE'>
export const staffPictureUses = pictureUses.filter((use) => use !== 'AVATAR')
export type StaffPictureUse = Exclude<PictureUse, 'AVATAR'>

export interface PictureSize {
  width: number
  height: number
}

interface UseRule {
  name: string
  least: PictureSize
  sides: PictureSize
  /** How much the aspect ratio of a picture may differ from that of the frame. */
  tolerance: number
}

export const pictureUseRules: Readonly<Record<FramedPictureUse, UseRule>> = {
  // The carousel has the ratio 5 to 2 (site/src/styles/carousel.css).
  SWIPER: { name: '轮播图', least: size(960, 384), sides: size(5, 2), tolerance: 0.12 },
  QR: { name: '二维码', least: size(200, 200), sides: size(1, 1), tolerance: 0.06 },
  COVER: { name: '封面', least: size(480, 270), sides: size(16, 9), tolerance: 0.2 },
  PORTRAIT: { name: '照片', least: size(180, 240), sides: size(3, 4), tolerance: 0.3 },
  AVATAR: { name: '头像', least: size(160, 160), sides: size(1, 1), tolerance: 0.1 },
}

function size(width: number, height: number): PictureSize {
  return { width, height }
}

const inText = { least: { width: 32, height: 32 }, mostRatio: 30 }

/** Returns how much two aspect ratios differ: 0 when they are equal, 0.5 when one is 1.5 times the other. */
function apart({ width, height }: PictureSize, sides: PictureSize): number {
  const ratio = width / height / (sides.width / sides.height)
  return Math.max(ratio, 1 / ratio) - 1
}

export function hasAcceptedRatio(use: FramedPictureUse, size: PictureSize): boolean {
  const { sides, tolerance } = pictureUseRules[use]
  return apart(size, sides) <= tolerance
}

export function canBeCropped(use: FramedPictureUse, { width, height }: PictureSize): boolean {
  const { least } = pictureUseRules[use]
  return width >= least.width && height >= least.height
}

/** Returns the required size and what to do, or null when the picture fits. */
export function pictureProblem(use: PictureUse, size: PictureSize): string | null {
  if (use === 'ARTICLE') return problemInText(size)
  const { name, least, sides } = pictureUseRules[use]
  const said = `这张图片是 ${size.width}×${size.height} 像素`
  if (!canBeCropped(use, size))
    return `${said}，太小，显示会模糊；${name}至少要 ${least.width}×${least.height} 像素，请换一张更大的图片`
  if (hasAcceptedRatio(use, size)) return null
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

export const noQrCodeText =
  '这张图片里没有识别出二维码；请上传清楚、端正、四周留有白边的二维码原图，不要用照片或截图的一角'

/** Returns a warning about the text of a QR code, which staff see before saving, or null. */
export function qrCodeWarning(text: string): string | null {
  if (/^(wxp:|alipayqr:|https:\/\/(qr|render)\.alipay\.com\/|weixin:\/\/wxpay)/i.test(text))
    return '这是收款码，不是网址或公众号二维码；请确认没有选错图片'
  const url = parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return '扫码后打开的不是网址，访客看到的是这段文字；请确认没有选错图片'
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
