import { findLetterReferences } from './question-letters.ts'
import { optionLetterOf } from './question-options.ts'
import { foldQuestionText, type OptionReference, type OptionReferenceContext } from './question-text.ts'

const numerals = '一二两三四五六七八九十几\\d'

/** A noun after a reference such as 前两项 makes it ordinary text, for example 前两项指标. */
const ends = `(?=选项|答案|说法|叙述|表述|描述|都|均|皆|全|是|不|也|正确|错误|有误|对(?!于|症|照|比)|错|外|之外|以外|除外|相同|一致|一样|以上|和|与|及|或|[\\s，。；、,.;:：!！?？()（）]|$)`
/** An amount before 以上 makes it a lower limit, such as 18 岁以上. */
const begins = `(?<=^|[\\s，。；、,.;:：!！?？()（）“”"'除对是为指与和或选属即凡按如在含括])`

/** A range such as A～C includes the letters between. */
const range =
  /(?<![a-z0-9\u4e00-\u9fff])[(（]?[a-j][)）]?\s*(?:[~\-–—]|至|到)\s*[(（]?[a-j](?![a-z0-9\-\u4e00-\u9fff])|(?<![a-z0-9素族类级型])[a-j]\s*(?:[~\-–—]|至|到)\s*[a-j](?=项|选项|[三四五]项|都|均|皆|正确|错误|不|为)/

const places: readonly RegExp[] = [
  // Words such as 以上海 and 以上级 are excluded.
  new RegExp(
    `${begins}(?:以上|以下|如上|上面|上列|下列|下述|前面)(?:的|所有的?|全部的?|各|诸|任[何意一]?|[${numerals}]+)*(?:[${numerals}]?(?:项(?!目)|个(?=选|答|说|都|均|正|错)|种(?=情|说|方|药|措|做|都|均)|者(?!级)|条(?=说|都|均)|点(?=都|均|内|$))|选项|选择|答案|说法|叙述|描述|观点|表述|陈述|内容|情况|情形|因素|措施|方法|药物|药品|做法|行为|条件|症状|疾病|成分|原因|人员|机构|哪|之一|都(?!市)|均|皆|全|俱|没有|无|不|未|非|皆非|外|之外|以外|并非|也|提到|所述|所说|说的|讲的|所列|列举|三|两|[A-Ja-j①-⑩]|$|[，。；、,.;!！?？)）])`,
  ),
  // Matches 以上 followed by a word that means all.
  new RegExp(`${begins}以上(?=全|都(?!市)|均|皆|$)`),
  /(?<![晚早马会路陆])(?:上述|前述)(?!职)/,
  /(?<![不会协])同[上前](?=$|[\s，。；、,.;)）述项题])/,
  new RegExp(
    `(?:其余|其他|其它|剩余|剩下|余下|另外|另(?=[两二三四五]))的?(?:[各${numerals}]|所有|全部)*个?(?:项(?!目)|选项|答案|说法|叙述|表述|都(?!市)|均(?!匀|衡|质)|皆|(?<=[${numerals}])个?$)`,
  ),
  /(?:^|[，,])余者?(?=都|均|皆|全)/,
  new RegExp(`(?<![款条目])第\\s*[（(]?[${numerals}]+[）)]?\\s*(?:项|个|种|条)${ends}(?!规定|的规定)`),
  new RegExp(`第\\s*[${numerals}]+(?:和|与|、|，|,|或|及)第?\\s*[${numerals}]+(?:项|个)${ends}`),
  new RegExp(`(?:前|后|上|下|头|末)[面边]?\\s*[${numerals}]+\\s*(?:项|个|种|者|条|点)${ends}(?!月)`),
  new RegExp(`(?:最后|倒数第?|最前|最末)[${numerals}]*(?:项|个(?=选|答)|条)${ends}`),
  new RegExp(`(?:首|末|上一|下一)(?:项|个选项|选项)${ends}`),
  new RegExp(`(?:所有|全部|任[何意一]|每[一个]*|各|其中|这|那|此|本|该)[${numerals}]*(?:项|个选项|选项|答案)${ends}`),
  new RegExp(`^[${numerals}]+(?:项|个选项|种说法)(?:说法|选项)?(?:都|均|皆|全)`),
  range,
  /选项|备选答案|(?:正确|错误|合适|标准)的?答案/,
  /^(?:全部?都?|都|均|皆|俱|统统)(?:(?:[不没无]?(?:正确|错误|有误|合理|合适|恰当|对|错|是|行|可以?|需要?|应该?|有|符合(?:要求|规定)?|属于|包括|选|成立))|非|不是|没有|无)(?:的|[。.!！])?$/,
  /^(?:无答案|全部?|全都|皆可|均可|都可)(?:[。.!！])?$/,
  /^(?:[都均皆全]*(?:没有?|无|并无|不存在)(?:任何)?(?:一[项个种])?(?:是)?(?:正确|对|错误|符合|合适)的?(?:选项|答案|说法|项)?|无一(?:项|个|正确|是|符合|例外).*|一[项个](?:也|都)[不没].*)$/,
  /(?:^|仅|只有|除)(?:前者|后者)(?:正确|错误|都|均|也|对|错|是|不是|外|$)/,
  /\b(?:all|none|any|some|both|neither|either|each|most|one|two|three|only|more than one)(?: one| two| three)? of (?:the )?(?:(?:\w+ )?(?:above|following|preceding|foregoing|options?|choices?|answers?|others?)|these|those|them)\b/,
  /\b(?:all|none|both|any|neither) (?:the )?(?:above|others?|options|choices|answers|of (?:them|these))\b|\bthe (?:above|others|rest)\b(?!-| (?:mean|average|normal|limit|age))|^above(?: all)?$|\bof the above\b|\b(?:listed|mentioned|given|stated|described|named) above\b/,
  /\b(?:the )?(?:first|second|third|fourth|last|former|latter|previous|preceding|next|other)(?: (?:one|two|three|four))? (?:options?|choices?(?! (?:drugs?|medicines?|agents?|treatments?|therap|antibiotics?|for\b|in\b))|answers?|statements?|items?|ones?)\b|\bonly (?:the )?(?:first|second|third|fourth|last|former|latter)\b|^(?:the )?(?:first|last|previous|preceding) (?:two|three|four)\b|\b(?:all|everything|any|anything) (?:but|except|other than) [a-j]\b|^(?:the )?(?:former|latter)$|^(?:the )?(?:first|second|third|last) (?:and|or|&) (?:the )?(?:second|third|fourth|last)$/,
  /^(?:both|neither|none|all|all correct|none correct|either|all are (?:correct|true|right)|none (?:is|are) (?:correct|true|right)|no correct answer)[.!]?$|\bsame as (?:the )?(?:above|first|second|third|previous)\b|\bas above\b|\bsee above\b/,
]

const persons = /(?:^|以上|[，。；、,.;])[两二三四]者(?:都|均|皆|兼|全|也|之一|无|不|正确|错误|可)/

const marks = '[①-⑳⑴-⒇㈠-㈩❶-❿Ⅰ-Ⅻⅰ-ⅻ]'
const bracketed = '[(（]\\s*(?:\\d{1,2}|[一二三四五六七八九十])\\s*[)）]'
const roman = '(?<![A-Za-z])(?:VIII|VII|VI|IV|IX|III|II|I|V|X)(?![A-Za-z])'
const join = '(?:\\s*(?:[、,，/和与及或同+&~～\\-—至到]|以及|或者)?\\s*)'
const joined = '\\s*(?:[、,，/和与及或+&]\\s*(?:and|or)?|以及|或者|and|or)\\s*'
const lead = `(?:^|[\\s，。；、,.;:：]|仅|只有?|除了?|不?包括|不?含|唯|选|是|为|即|以上|上述|第|只选|仅有)`
const tail = `(?=\\s*(?:$|[，。；,.;!！?？)）]|[两二三四五]?[项条点者个](?!目|月)|选项|都|均|皆|全|也|正确|错误|有误|对|错|是|为|不|说法|叙述|表述|成立|可|之?外|以外|而|但))`

const numbers: readonly { shape: RegExp; mark: RegExp }[] = [
  {
    shape: new RegExp(`${lead}(${marks}(?:${join}${marks})*)${tail}`, 'g'),
    mark: new RegExp(marks, 'g'),
  },
  {
    shape: new RegExp(`${lead}(${bracketed}(?:${join}${bracketed})*)${tail}`, 'g'),
    mark: new RegExp(bracketed, 'g'),
  },
  {
    shape: new RegExp(
      `^(?:仅|只有?|only |(?:both|options?|choices?|statements?) )?\\s*(${roman}(?:${joined}${roman})*)\\s*(?:都|均|皆|项|正确|错误|only|$)`,
      'g',
    ),
    mark: new RegExp(roman, 'g'),
  },
  {
    shape:
      /^(?:仅|只有?|除|选|以上|上述|only |(?:[Bb]oth|[Oo]ptions?|[Cc]hoices?|[Ss]tatements?) )?\s*((?<![\d.])\d(?:\s*(?:[、,，和与及或+&]|以及|and|or)\s*\d)+)(?=\s*(?:$|[两二三四]?项(?!目)|[两二三四]?者|都|均|皆|正确|错误|对$|错$|是$|only$|外|之外))/g,
    mark: /\d/g,
  },
  {
    shape:
      /^(?:仅|只有?|除)?\s*([一二三四五六七八九](?:\s*(?:[、,和与及或+&]|以及)\s*[一二三四五六七八九])+)(?=\s*(?:$|[两二三四]?项(?!目)|都|均|皆|正确|错误))/g,
    mark: /[一二三四五六七八九]/g,
  },
]

export function findOptionReferences(text: string, context: OptionReferenceContext): OptionReference[] {
  const folded = foldQuestionText(text)
  return firstOfEach([
    ...findLetterReferences(text, { ...context, within: 'OPTION' }).filter(({ sure }) => sure),
    ...onlyAboutLetters(folded, context),
    ...numberReferences(folded, context),
    ...placeReferences(folded, context.stem),
  ]).map((found) => ({ ...found, quote: text.slice(found.start, found.end).trim() }))
}

const about =
  '(?:既|又|也|非|不是|不选|不含|不包括|是|且|并|並|加|兼|同时|而|但|和|与|及|或|以及|或者|包括|包含|含|有|先|后|再|然后|最后|仅|只|除|[-–—]+>|[→=·•.。、,;/&+()…\\s])'
const behind =
  '(?:[两二三四]?[项者个]?(?:之一|中?的?(?:任[意何]?)?[一两二三][个项种]?|全?都?选|组合|的?(?:组合|结合|并用|之和)|除?外|以外|[都均皆全]))?'
const aboutLetters = new RegExp(`^(?:${about}*[A-J](?![A-Za-z0-9])){1,10}${about}*${behind}\\s*[.。]?$`)

/** Matches options such as 非A非B, 既A又B, A B and 先A后B. */
function onlyAboutLetters(folded: string, { stem, options }: OptionReferenceContext): OptionReference[] {
  const text = folded.trim()
  const letters = text.match(/[A-J]/g) ?? []
  const isDenied = /^(?:非|不是|不选|不含|不包括)[A-J]$/.test(text)
  if (!aboutLetters.test(text) || (new Set(letters).size < 2 && !isDenied)) return []
  const beyond = optionLetterOf(options.length - 1)
  const inStem = letters.every((one) =>
    new RegExp(`(?<![A-Za-z0-9])${one}(?![A-Za-z0-9])`).test(foldQuestionText(stem)),
  )
  // When all options are pairs of letters, the pairs are values and no references.
  const alike = options.every((one) => /^[A-Za-z\s\p{P}\p{S}和与及或]+$/u.test(foldQuestionText(one)))
  if (inStem || alike || letters.every((one) => one > beyond)) return []
  const start = folded.indexOf(text)
  const places = letters.map((one) => 'ABCDEFGHIJ'.indexOf(one))
  return [{ kind: 'LETTER', start, end: start + text.length, places, sure: true }]
}

function numberReferences(folded: string, { stem, options }: OptionReferenceContext): OptionReference[] {
  const known = foldQuestionText(stem)
  return numbers.flatMap(({ shape, mark }, kind) =>
    [...folded.matchAll(shape)].flatMap((found): OptionReference[] => {
      const group = found[1] ?? ''
      const start = (found.index ?? 0) + found[0].indexOf(group)
      const named = group.match(mark) ?? []
      if (named.every((one) => known.includes(one.replace(/\s/g, '')) && listed(known, one))) return []
      if (kind >= 2 && onlyNumbers(options)) return []
      if (kind >= 3 && named.some((one) => placeOf(one) < 1 || placeOf(one) > options.length)) return []
      return [{ kind: 'NUMBER', start, end: start + group.length, places: [], sure: true }]
    }),
  )
}

const placeOf = (one: string) => '一二三四五六七八九'.indexOf(one) + 1 || Number(one)

/** A plain digit refers to a statement only when the stem uses the digit as a list mark. */
function listed(stem: string, mark: string): boolean {
  return !/^\d$/.test(mark) || new RegExp(`(?<!\\d)${mark}\\s*[.．、)）:：]`).test(stem)
}

function onlyNumbers(options: readonly string[]): boolean {
  return options.every((one) =>
    /^(?:[\d\s、,，.+\-/和与及或以仅只IVX一二三四五六七八九]|and|or|only|both)+$/.test(foldQuestionText(one)),
  )
}

function placeReferences(folded: string, stem: string): OptionReference[] {
  const patterns = /[两二三四]者|[两二三四]种|前者/.test(stem) ? places : [...places, persons]
  const { text, at } = withoutBlanks(folded.toLowerCase())
  return patterns.flatMap((pattern): OptionReference[] => {
    const found = pattern.exec(text)
    if (!found) return []
    const last = found.index + Math.max(1, found[0].length) - 1
    return [
      {
        kind: 'PLACE',
        start: at[found.index] ?? 0,
        end: (at[last] ?? 0) + 1,
        places: [],
        sure: true,
      },
    ]
  })
}

/** `at` holds the original position of each character. */
function withoutBlanks(folded: string): { text: string; at: number[] } {
  const kept = [
    ...folded.matchAll(
      /(?<=[\u2e80-\u9fff])\s+(?=[\u2e80-\u9fff])|(?<=[\d℃%‰°]|[a-zμ]{2}|[lgm])\s+(?=以[上下])|^\s+|\s+$|([\s\S])/g,
    ),
  ].filter(([, sign]) => sign !== undefined)
  return { text: kept.map(([sign]) => sign).join(''), at: kept.map(({ index }) => index) }
}

const ordinals: readonly RegExp[] = [
  new RegExp(`(?<![款条目])第\\s*[${numerals}]+\\s*(?:个?选项|个?答案|项(?![规目]|的规定|所|情|条))${ends}`, 'g'),
  new RegExp(`(?:前|后)[${numerals}]+(?:个选项|项)${ends}`, 'g'),
  new RegExp(`(?:最后|倒数第?)[${numerals}]+(?:个选项|项|个答案)${ends}`, 'g'),
  new RegExp(range.source, 'g'),
  /\b(?:first|second|third|fourth|last) (?:option|choice|answer)s?\b/g,
]

/** Finds references by position, whose meaning changes with the order of the options. */
export function findPositionReferences(text: string): OptionReference[] {
  const lower = foldQuestionText(text).toLowerCase()
  return firstOfEach(
    ordinals.flatMap((pattern) =>
      [...lower.matchAll(pattern)].map(
        (found): OptionReference => ({
          kind: 'PLACE',
          start: found.index,
          end: found.index + found[0].length,
          places: [],
          sure: true,
        }),
      ),
    ),
  ).map((found) => ({ ...found, quote: text.slice(found.start, found.end).trim() }))
}

function firstOfEach(found: OptionReference[]): OptionReference[] {
  const kept: OptionReference[] = []
  for (const one of found.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (one.start >= (kept.at(-1)?.end ?? 0)) kept.push(one)
  return kept
}
