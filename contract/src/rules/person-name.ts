import { foldName, hanLetters } from './fold-text.ts'
import { allowsLatinNames } from './id-paper.ts'

/** Lengths in characters; a 4-byte character counts once. */
export const nameLengthLimits = { min: 2, max: 30, latinMax: 50 }
/** The limit in UTF-16 units for a name before it is normalised. */
export const maxTypedNameLength = 200

const hanName = new RegExp(`^[${hanLetters}](?:[${hanLetters}·]*[${hanLetters}])$`, 'u')
const hanLetter = new RegExp(`[${hanLetters}]`, 'u')
const notHanName = new RegExp(`[^${hanLetters}·]`, 'u')
const latinLetter = /\p{Script=Latin}/u
const latinName = /^\p{Script=Latin}[\p{Script=Latin}\p{M}]*(?:[ '-]{1,2}\p{Script=Latin}[\p{Script=Latin}\p{M}]*)*'?$/u

const hanMsg = '姓名应为 2–30 个汉字，可含“·”'
const latinMsg = '姓名应为 2–50 个字母，可含空格、连字符和撇号，与证件上的一致'
const noLatinMsg = '姓名应与证件一致，用汉字填写；证件上只有字母姓名的，证件类型请选护照或外国人永久居留身份证'
const scriptMsg = '请填写证件上的拉丁字母姓名或汉字姓名，不用其他文字'
/** Matches letters that are neither Latin nor Han. */
const otherLetter = /[^\P{L}\p{Script=Latin}\p{Script=Han}]/u
/** Letter forms such as ﬁ or ſ, copied from PDF files. */
const joinedMsg = '姓名里有连写或特殊形状的字母，请用键盘逐个输入'
/** Characters that people type in place of a missing one. */
const placeholder = /[?？*＊□■▢○◯●〓\ufffc\ufffd]/u

/**
 * Returns a sentence about what is wrong with the name, or null. The document type decides whether Latin letters are
 * allowed.
 */
export function nameProblem(typed: string, idType: string = 'ID_CARD'): string | null {
  if (typed.length > maxTypedNameLength) return hanMsg
  const name = foldName(typed)
  if (latinLetter.test(name) && !hanLetter.test(name)) return allowsLatinNames(idType) ? latinProblem(name) : noLatinMsg
  if (allowsLatinNames(idType) && otherLetter.test(name) && !hanLetter.test(name)) return scriptMsg
  const length = [...name].length
  if (hanName.test(name) && length <= nameLengthLimits.max) return null
  return letterProblem(name) ?? hanMsg
}

export function correctedNameProblem(typed: string): string | null {
  return nameProblem(typed, 'PASSPORT')
}

function latinProblem(name: string): string | null {
  if (name.normalize('NFKC') !== name) return joinedMsg
  const length = [...name].length
  const fits = length >= nameLengthLimits.min && length <= nameLengthLimits.latinMax
  return fits && latinName.test(name) ? null : latinMsg
}

/** Names the first character that is not Han, and its position. */
function letterProblem(name: string): string | null {
  const letters = [...name]
  const index = letters.findIndex((letter) => notHanName.test(letter))
  const letter = letters[index]
  if (letter === undefined) return /^·|·$/.test(name) && letters.length > 1 ? '姓名的开头和末尾不能是“·”，请删去' : null
  const place = `姓名的第 ${index + 1} 个字`
  if (/\p{Co}/u.test(letter))
    return `${place}是旧系统自造的字，别处显示不出来；请用拼音或手写输入法重新输入，打不出的请持证件联系客服`
  if (/[\u2ff0-\u2fff\u31ef]/u.test(letter)) return '姓名里请直接输入这个字，不要用部件拼写；打不出的请持证件联系客服'
  if (placeholder.test(letter))
    return `${place}“${letter}”不是字；请用拼音或手写输入法输入证件上的字，打不出的请持证件联系客服`
  if (/[\p{Cc}\p{Cn}\p{Cs}]/u.test(letter)) return `${place}无法识别，请重新输入这个字`
  if (/[\p{P}\p{S}\p{N}]/u.test(letter)) return `${place}“${letter}”不是汉字，请删去；名字各部分之间用“·”`
  if (latinLetter.test(letter)) return '姓名里汉字和字母不能混用，请与证件上的一致'
  return `${place}“${letter}”不是汉字，请用中文输入法重新输入`
}
