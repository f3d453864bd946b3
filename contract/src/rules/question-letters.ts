import { optionLetterOf } from './question-options.ts'
import { foldQuestionText, type OptionReference, type OptionReferenceContext } from './question-text.ts'

export interface LetterReferenceContext extends OptionReferenceContext {
  within: 'OPTION' | 'EXPLANATION' | 'STEM'
}

/** Matches letters named together, such as A、B, A和B, A/B or ABD. */
const joint =
  '(?:\\s*(?:[、,;/&+·•]\\s*(?:and|or)?|(?:->|→)|和/或|和\\(或\\)|和|与|及|或|跟|且|并且?|並|兼|加|而非|而不是|以及|或者|and/or|and|nor|or|but not)\\s*|\\s+)'
const letter = '[(\\[【「“"‘]?(?<![A-Za-z0-9])([A-Ja-j])(?![A-Za-z0-9])[)\\]】」”"’]?'
const group = new RegExp(`${letter}(?:(?:${joint})${letter})*`, 'g')
const run = /[A-J]{2,10}/g

/** Words before a letter that show it names an option. */
const cue =
  /(?:选项|备选项|备选答案|答案|应选|故选|本题选|只选|不选|可选|宜选|须选|选择|选|排除|剩下?|除了?|只有|仅有?|唯有|参?见|等?同于?|即|不是|\boptions?|\banswers?|\bans\b\.?|\bkey\b|\bcorrect\b|\bchoices?|\bonly|\bexcept|\bsame as)\s*(?:应当?为|应该?是|只能是|为|是|项|\bis|\bare)?\s*[】\]]?[\s:"“(（【[\-—=>→]*$/i
/** Words before a letter that leave no doubt that it names an option. */
const clearCue =
  /(?:选项|备选项|应选|故选|本题选|不选|(?:^|[\s，。；、,.;])选|正确答案|答案)\s*(?:应当?为|应该?是|只能是|为|是)?\s*[】\]]?[\s:"“(（【[\-—=>→]*$/
const namedBefore = /(?:选项|\boptions?|\bchoices?)\s*["“(（【[]?\s*$/i
const opening =
  /(?:^|[\n，。；,.;:!?？！()（）【】“”"'/\-—→√✓✔×✗✘①-⑳]|可知|可见|说明|表明|得出|推出|故|因此|所以|因而|因|而|但|其中|由于|则|即|如|若|和|与|及|或|以及|对于|关于|至于|在|将|把|是|为|属于|包括|包含|含|不含|除|仅|只有|只|选|以上|比|由|跟|既|又|非|不是|\bboth|\beither|\bneither|\bnot|\bonly|\band|\bor|\bis|\bare|\bthat|\bbecause|\bwhile)$/i

/** Matches words such as "is correct", which are only said about options. */
const verdict =
  /^\s*(?:[√✓✔✗✘]|×(?=\s*(?:$|[\s，。；、,.;]|[A-J]))|选?项(?!目)|选项|[两二三四五](?:个选)?项(?!目)|[两二三四]者|[最更](?:为)?(?:合适|恰当|合理|准确|正确|妥当|符合|佳)|所(?:述|说|列|指|描述)|[(（](?:正确|错误|[对错√×])[)）]|均|都(?!市)|皆|全[对错]|也?(?:不|非)?正确(?![率性])|也?错误(?!率)|也?不对|对(?=$|[\s，。；、,.;!?)）]|的|而|但|[A-Ja-j])|错(?!位|构|觉)|有误|为?正确|当选|不选|应选|可?排除|不?符合|不符|的?(?:说法|表述|叙述|描述)|(?:之|以)?外(?!周|科|用|源|伤|观|部|敷|渗|阴|显|泌|侧)|相同|一致|一样|除外|\bonly\b|\bis (?:correct|wrong|right|true|false|incorrect)|\bare (?:correct|wrong|right|true|false|incorrect|both)|\bis the (?:best|correct|right|only|answer)|\bbecause\b)/i
const predicate = /^\s*(?:为|是|属|应(?!用)|不|未|说|指|即|系(?!统))/
/** Words after a letter that make it a technical term: A型, B超, C反应蛋白, D构型. */
const matter =
  /^\s*(?:[型级类族群区药证照超臂端链环期组店厂市省县库柜酸血度片丸号股座柱罩波点值面峰管瓶盒袋杯栋楼室仓段层档液线轮站处菌株级科院校班]|细胞|淋巴|反应|蛋白|病毒|公司|企业|患者|病人|方案|疗?法|相(?![比同似反])|抗[原体]|受体|肽|构[型象]|末端|检验|试验|语言|染色体|溶液|物质|产品|成分|因子|射线|[两二三四][种类型级组区药])/
const pause = /^\s*(?:$|[，。；、,.;:!?？！)）→\n【[①-⑳]|而|但|和|与|及|或|因)/
/** Words that introduce the symbols of a formula, such as 式中 in 式中 C 为血药浓度. */
const legend = /式中|公式|代表|表示|[=＝]/
const mark = /^\s*[.:、)](?!\d)/
const lineStart = /(?:^|[\n。；;])\s*$/

/** Leaves out technical letters such as in 维生素 A or A 型血. `sure` is false when the letter may be either. */
export function findLetterReferences(text: string, context: LetterReferenceContext): OptionReference[] {
  const folded = foldQuestionText(text)
  const stem = foldQuestionText(context.stem)
  const plain = context.options.every((one) =>
    /^[A-Za-z](?:[A-Za-z\s、,+/和与]{0,8}[A-Za-z])?$/.test(foldQuestionText(one).trim()),
  )
  const words = wordsAmong(context)
  const found: OptionReference[] = []
  for (const [start, end, letters] of candidates(folded, context.options.length)) {
    if (found.some((one) => start < one.end && one.start < end)) continue
    const places = letters.map((one) => 'ABCDEFGHIJ'.indexOf(one.toUpperCase()))
    const small = /[a-j]/.test(folded.slice(start, end))
    const around = folded.slice(Math.max(0, start - 30), start)
    const after = folded.slice(end, end + 30)
    if (isPartOfWord(around, after) || words.includes(folded.slice(start, end))) continue
    const before = around.replace(/[^\S\n]+$/, '')
    const sure = isSure({ text: folded, before, after, letters, small, stem, plain, context })
    const known = places.every((place) => place < context.options.length)
    if (sure || (!small && known && isOpen(before, after)))
      found.push({ kind: 'LETTER', start, end, places, sure, quote: text.slice(start, end) })
  }
  return found.toSorted((a, b) => a.start - b.start)
}

type Candidate = [start: number, end: number, letters: string[]]

function candidates(folded: string, options: number): Candidate[] {
  const runs = [...folded.matchAll(run)].map((one): Candidate => {
    return [one.index, one.index + one[0].length, [...one[0]]]
  })
  const bracketed = [...folded.matchAll(/(?:[([]\s*[A-J]\s*[)\]]\s*){2,}/g)].map((one): Candidate => {
    return [one.index, one.index + one[0].length, one[0].match(/[A-J]/g) ?? []]
  })
  const groups = [...folded.matchAll(group)].map((one): Candidate => {
    const letters = one[0].match(/(?<![A-Za-z])[A-Ja-j](?![A-Za-z])/g) ?? []
    return [one.index, one.index + one[0].length, letters]
  })
  const most = optionLetterOf(options - 1)
  return [...runs.filter(([, , letters]) => isRising(letters, most)), ...bracketed, ...groups]
    .filter(([, , letters]) => letters.length > 0)
    .toSorted((a, b) => b[2].length - a[2].length || a[0] - b[0])
}

/**
 * Letters in rising order, such as ABD, name options. BAD is a word, and so is ACEI when the question has no option I.
 */
const isRising = (letters: string[], most: string) =>
  letters.every((one, at) => one <= most && (at === 0 || one > (letters[at - 1] ?? '')))

/**
 * Lists words that consist of option letters only. CD is such a word when DVD is another option, or when the stem
 * contains CD.
 */
function wordsAmong({ stem, options, within }: LetterReferenceContext): string[] {
  const most = optionLetterOf(options.length - 1)
  const runs = options.map((one) => foldQuestionText(one).trim()).filter((one) => /^[A-Z]{2,4}$/.test(one))
  const besideWords =
    within === 'OPTION' &&
    options.some((one) => {
      const word = foldQuestionText(one).trim()
      return /^[A-Z][A-Za-z]{1,5}$|^[A-Z]{2,5}-?\d$/.test(word) && !isRising([...word], most)
    })
  const inStem = (foldQuestionText(stem).match(/(?<![A-Za-z0-9])[A-Z]{2,4}(?![A-Za-z0-9])/g) ?? []).filter(
    () => within !== 'STEM',
  )
  const numeral = [stem, ...options].some((one) => /(?<![A-Za-z])(?:II|III|IV)(?![A-Za-z])/.test(one))
  return [...(besideWords ? runs : []), ...inStem, ...(numeral ? ['I'] : [])]
}

const nextOfList = /^\s*(?:(?:[、/和与及或&+]|以及)\s*[A-Za-z][A-Za-z0-9]*|,\s*[A-Za-z](?![A-Za-z]))/
const nextOption = /^\s*(?:[、,/和与及或&+]|以及)\s*(?:(?:[A-J]{1,10}|[a-j])(?![A-Za-z0-9])|[a-z]{2,}\b)/
const lastOfList = /[A-Za-z0-9]\s*[-–—~]\s*$|[A-Za-z0-9]\s*(?:[、/和与及或&+]|以及)\s*$/
const lastOption = /(?:^|[^A-Za-z0-9])(?:[A-J]{1,10}|[a-j])\s*(?:[、/和与及或&+]|以及)\s*$/

/**
 * True for letters that belong to a longer word, as in A1, HbA, B-, A+ or Aα, or to a list with letters that name no
 * option, as in A、B、O.
 */
function isPartOfWord(before: string, after: string): boolean {
  return (
    /[A-Za-z0-9α-ωΑ-Ω_%°'’.]$/.test(before.replace(/\.$/, (dot) => (/[A-Za-z]\.$/.test(before) ? dot : ''))) ||
    /^[A-Za-z0-9α-ωΑ-Ω_'’%°⁺⁻+]/.test(after) ||
    /^-[A-Za-z0-9一-龥]/.test(after) ||
    /^\.\s?[a-z]/.test(after) ||
    (nextOfList.test(after) && !nextOption.test(after)) ||
    (lastOfList.test(before) && !lastOption.test(before))
  )
}

interface Neighbours {
  text: string
  before: string
  after: string
  letters: string[]
  small: boolean
  stem: string
  /** True when every option is only a few letters: A, B, AB, O. */
  plain: boolean
  context: LetterReferenceContext
}

function isSure({ text, before, after, letters, small, stem, plain, context }: Neighbours): boolean {
  const ends = pause.test(after) || verdict.test(after) || predicate.test(after)
  const named = /^\s*(?:选项|[两二三四五]?(?:个选|选)?项(?!目))/.test(after)
  if (!small && namedBefore.test(before)) return true
  if ((clearCue.test(before) && ends) || (named && opening.test(before))) return true
  if (context.within === 'STEM') return false
  if (letters.every((one) => definedIn(stem, one))) return false
  if (cue.test(before) && ends) return !(plain && pause.test(after))
  if (!opening.test(before)) return false
  if (verdict.test(after)) return !small || letters.length > 1
  if (context.within === 'EXPLANATION') {
    if (small) return false
    return (predicate.test(after) && !legend.test(text)) || (lineStart.test(before) && mark.test(after))
  }
  const several = letters.length > 1
  return (
    several &&
    !plain &&
    pause.test(after) &&
    /^[^A-Za-z]*$/.test(before.replace(/\b(?:both|either|neither|only|not|and|or)\b/gi, ''))
  )
}

function isOpen(before: string, after: string): boolean {
  return opening.test(before) && !matter.test(after) && !/^\s*(?:[A-Za-z0-9]|[~\-–—]|[至到])/.test(after)
}

function definedIn(stem: string, one: string): boolean {
  return new RegExp(`(?<![A-Za-z0-9])${one}(?![A-Za-z0-9])`).test(stem)
}
