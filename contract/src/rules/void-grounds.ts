/** What the reviewer could compare: photo and captures, captures only, or nothing. */
export type ComparedWith = 'PHOTO' | 'CAPTURES' | 'NOTHING'

export interface ComparablePictures {
  photo: boolean
  captures: number
}

export function comparedWithOf({ photo, captures }: ComparablePictures): ComparedWith {
  if (photo && captures > 0) return 'PHOTO'
  return captures > 1 ? 'CAPTURES' : 'NOTHING'
}

export const voidGrounds = ['NOT_PHOTO', 'CHANGED', 'HELPED', 'ADMITTED', 'OTHER'] as const
export type VoidGround = (typeof voidGrounds)[number]

export const voidGroundNames: Readonly<Record<VoidGround, string>> = {
  NOT_PHOTO: '与头像明显不是同一人',
  CHANGED: '各次抓拍明显不是同一人',
  HELPED: '画面中有人协助或代为答题',
  ADMITTED: '本人承认由他人代考',
  OTHER: '其他（请在下面写明）',
}

/** The grounds NOT_PHOTO and CHANGED need two pictures that can be compared; HELPED needs at least one capture. */
export function isVoidGroundAllowed(ground: VoidGround, comparable: ComparablePictures): boolean {
  if (ground === 'NOT_PHOTO') return comparedWithOf(comparable) === 'PHOTO'
  if (ground === 'CHANGED') return comparable.captures > 1
  return ground !== 'HELPED' || comparable.captures > 0
}

/** Wording that compares a person with the photo. */
const unlikePhoto =
  /(头像|照片|证件照|资料照|登记照|预留照|人像)[^，。；,.;]{0,12}(不是|不像|不符|不一致|不同|不匹配|对不上|有出入)|(不是|非|不像)同一(个)?人/

const unlikeCaptures = /(抓拍|各张|每张|几张|前后|两次|几次)/

export function voidReasonProblem(reason: string, comparable: ComparablePictures): string | null {
  const compared = comparedWithOf(comparable)
  if (!unlikePhoto.test(reason) || compared === 'PHOTO') return null
  if (compared === 'CAPTURES' && unlikeCaptures.test(reason) && !reason.includes('头像')) return null
  return voidGroundProblem(comparable)
}

export function voidGroundProblem({ photo, captures }: ComparablePictures): string {
  if (captures === 0)
    return photo
      ? '这次考试没有可看的抓拍照片（没有拍到或已到期删除），无从与头像比对，不能以“不是同一人”为由作废。请先联系本人核实，再写明核实的情况'
      : '资料里没有头像，也没有可看的抓拍照片，无从比对，不能以“不是同一人”为由作废。请先联系本人核实，再写明核实的情况'
  return photo
    ? '可看的抓拍照片只有一张，无从相互比对。请改选其他依据，或先联系本人核实'
    : '资料里没有头像，无从与头像比对，不能以“不是同一人”为由作废。请先联系本人核实，再写明核实的情况'
}

export const comparedWithNames: Readonly<Record<ComparedWith, string>> = {
  PHOTO: '有头像和抓拍可以比对',
  CAPTURES: '没有头像，只能在各次抓拍之间比对',
  NOTHING: '没有可以比对的照片',
}
