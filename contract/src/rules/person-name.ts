import { foldName, hanLetters } from './fold-text.ts'
import { takesLatinNames } from './id-paper.ts'

/** letters of a name; a 4-byte one counts once */
export const nameLength = { min: 2, max: 30, latinMax: 50 }
/** letters of a name as typed: what is folded away counts, too, and a letter may be two units */
export const typedNameMax = 200

const hanName = new RegExp(`^[${hanLetters}](?:[${hanLetters}·]*[${hanLetters}])$`, 'u')
const hanLetter = new RegExp(`[${hanLetters}]`, 'u')
const notHanName = new RegExp(`[^${hanLetters}·]`, 'u')
const latinLetter = /\p{Script=Latin}/u
const latinName =
  /^\p{Script=Latin}[\p{Script=Latin}\p{M}]*(?:[ '-]{1,2}\p{Script=Latin}[\p{Script=Latin}\p{M}]*)*'?$/u

const hanMsg = '姓名应为 2–30 个汉字，可含“·”'
const latinMsg = '姓名应为 2–50 个字母，可含空格、连字符和撇号，与证件上的一致'
const noLatinMsg =
  '姓名应与证件一致，用汉字填写；证件上只有字母姓名的，证件类型请选护照或外国人永久居留身份证'
const scriptMsg = '请填写证件上的拉丁字母姓名或汉字姓名，不用其他文字'
/** of a script in which no name is kept */
const otherLetter = /[^\P{L}\p{Script=Latin}\p{Script=Han}]/u
/** ﬁ copied out of a PDF file, ſ: forms of letters that no paper tells from plain ones */
const joinedMsg = '姓名里有连写或特殊形状的字母，请用键盘逐个输入'
/** stand where a letter could not be shown, or was left out */
const placeholder = /[?？*＊□■▢○◯●〓\ufffc\ufffd]/u

/** What is wrong with a name as typed, in Chinese; null when nothing is. The paper decides whether it may be Latin. */
export function nameProblem(typed: string, idType: string = 'ID_CARD'): string | null {
  if (typed.length > typedNameMax) return hanMsg
  const name = foldName(typed)
  if (latinLetter.test(name) && !hanLetter.test(name))
    return takesLatinNames(idType) ? latinProblem(name) : noLatinMsg
  if (takesLatinNames(idType) && otherLetter.test(name) && !hanLetter.test(name)) return scriptMsg
  const length = [...name].length
  if (hanName.test(name) && length <= nameLength.max) return null
  return letterProblem(name) ?? hanMsg
}

/** The same where the paper is not known here, as in a request for a correction: the server asks again with it. */
export function correctedNameProblem(typed: string): string | null {
  return nameProblem(typed, 'PASSPORT')
}

function latinProblem(name: string): string | null {
  if (name.normalize('NFKC') !== name) return joinedMsg
  const length = [...name].length
  const fits = length >= nameLength.min && length <= nameLength.latinMax
  return fits && latinName.test(name) ? null : latinMsg
}

/** What to do about the first letter that is not Han, by its place: it may look like a Han letter, or like nothing. */
function letterProblem(name: string): string | null {
  const letters = [...name]
  const index = letters.findIndex((letter) => notHanName.test(letter))
  const letter = letters[index]
  if (letter === undefined)
    return /^·|·$/.test(name) && letters.length > 1 ? '姓名的开头和末尾不能是“·”，请删去' : null
  const place = `姓名的第 ${index + 1} 个字`
  if (/\p{Co}/u.test(letter))
    return `${place}是旧系统自造的字，别处显示不出来；请用拼音或手写输入法重新输入，打不出的请持证件联系客服`
  if (/[\u2ff0-\u2fff\u31ef]/u.test(letter))
    return '姓名里请直接输入这个字，不要用部件拼写；打不出的请持证件联系客服'
  if (placeholder.test(letter))
    return `${place}“${letter}”不是字；请用拼音或手写输入法输入证件上的字，打不出的请持证件联系客服`
  if (/[\p{Cc}\p{Cn}\p{Cs}]/u.test(letter)) return `${place}无法识别，请重新输入这个字`
  if (/[\p{P}\p{S}\p{N}]/u.test(letter))
    return `${place}“${letter}”不是汉字，请删去；名字各部分之间用“·”`
  if (latinLetter.test(letter)) return '姓名里汉字和字母不能混用，请与证件上的一致'
  return `${place}“${letter}”不是汉字，请用中文输入法重新输入`
}
