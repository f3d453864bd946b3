/** What a reviewer had before their eyes: the profile's photo beside captures, captures alone, or nothing that could be compared. */
export type Compared = 'PHOTO' | 'CAPTURES' | 'NOTHING'

/** What an attempt can be compared by, as it is now. */
export interface Comparable {
  /** the profile has a photo */
  photo: boolean
  /** captures that are there to be looked at: neither failed nor deleted */
  captures: number
}

export function comparedOf({ photo, captures }: Comparable): Compared {
  if (photo && captures > 0) return 'PHOTO'
  return captures > 1 ? 'CAPTURES' : 'NOTHING'
}

/** Why an attempt is to be void. */
export const voidGrounds = ['NOT_PHOTO', 'CHANGED', 'HELPED', 'ADMITTED', 'OTHER'] as const
export type VoidGround = (typeof voidGrounds)[number]

export const voidGroundNames: Readonly<Record<VoidGround, string>> = {
  NOT_PHOTO: '与头像明显不是同一人',
  CHANGED: '各次抓拍明显不是同一人',
  HELPED: '画面中有人协助或代为答题',
  ADMITTED: '本人承认由他人代考',
  OTHER: '其他（请在下面写明）',
}

/** Whether what can be compared now allows a ground: a face is unlike another only where both are to be seen. */
export function allowsGround(ground: VoidGround, comparable: Comparable): boolean {
  if (ground === 'NOT_PHOTO') return comparedOf(comparable) === 'PHOTO'
  if (ground === 'CHANGED') return comparable.captures > 1
  return ground !== 'HELPED' || comparable.captures > 0
}

/** The words of a reason that says by itself that somebody looks unlike the photo. */
const unlikePhoto =
  /(头像|照片|证件照|资料照|登记照|预留照|人像)[^，。；,.;]{0,12}(不是|不像|不符|不一致|不同|不匹配|对不上|有出入)|(不是|非|不像)同一(个)?人/

const unlikeCaptures = /(抓拍|各张|每张|几张|前后|两次|几次)/

/**
 * Why a reason cannot stand, in words; null: it can. Reasons are free text: one that compares with a photo or among captures is held to
 * what there is to compare.
 */
export function comparisonProblem(reason: string, comparable: Comparable): string | null {
  const compared = comparedOf(comparable)
  if (!unlikePhoto.test(reason) || compared === 'PHOTO') return null
  if (compared === 'CAPTURES' && unlikeCaptures.test(reason) && !reason.includes('头像'))
    return null
  return groundProblem(comparable)
}

export function groundProblem({ photo, captures }: Comparable): string {
  if (captures === 0)
    return photo
      ? '这次考试没有可看的抓拍照片（没有拍到或已到期删除），无从与头像比对，不能以“不是同一人”为由作废。请先联系本人核实，再写明核实的情况'
      : '资料里没有头像，也没有可看的抓拍照片，无从比对，不能以“不是同一人”为由作废。请先联系本人核实，再写明核实的情况'
  return photo
    ? '可看的抓拍照片只有一张，无从相互比对。请改选其他依据，或先联系本人核实'
    : '资料里没有头像，无从与头像比对，不能以“不是同一人”为由作废。请先联系本人核实，再写明核实的情况'
}

export const comparedNames: Readonly<Record<Compared, string>> = {
  PHOTO: '有头像和抓拍可以比对',
  CAPTURES: '没有头像，只能在各次抓拍之间比对',
  NOTHING: '没有可以比对的照片',
}
