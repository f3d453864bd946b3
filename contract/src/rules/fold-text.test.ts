import { describe, expect, it } from 'vitest'
import {
  foldKeyword,
  foldLetters,
  foldName,
  foldNumber,
  foldOrganisation,
  foldPhone,
  foldPlainText,
  foldSearchText,
  nameComparisonKey,
  substituteLetters,
} from './fold-text.ts'

/** Typed names by kind of unusual character, with the name as stored. */
const names: Record<string, [typed: string, kept: string][]> = {
  'a letter of a Korean or Japanese keyboard': [
    ['\uf9e1明', '李明'],
    ['\uf90a\uf9d1', '金六'],
    ['\ufa19田', '神田'],
    ['林\uf9f3', '林麟'],
    ['\u{2f804}伟', '你伟'],
    ['陈\u{2fa1d}', '陈𪘀'],
  ],
  'a Kangxi radical': [
    ['⼀⼆', '一二'],
    ['⽅⽂', '方文'],
    ['⽯⽟', '石玉'],
    ['\u2fa6⻢', '金马'],
  ],
  'a radical of the supplement': [
    ['⻢龙', '马龙'],
    ['⻰⻜', '龙飞'],
    ['⻩⻓⻨', '黄长麦'],
    ['⻬⺠', '齐民'],
    ['⻤⾕', '鬼谷'],
    ['⻉⻋⻔', '贝车门'],
  ],
  'a stroke': [['王㇐', '王一']],
  "a private code of GBK's": [
    ['王\ue863', '王䶮'],
    ['张\ue816', '张𠂇'],
    ['李\ue831', '李𡗗'],
  ],
  'a letter with a selector': [
    ['葛\u{e0100}飾', '葛飾'],
    ['神\ufe00田', '神田'],
    ['王\ufe0f五', '王五'],
  ],
  'an unseen mark': [
    ['王\u200b五', '王五'],
    ['\ufeff王五', '王五'],
    ['\u202a王五\u202c', '王五'],
    ['王\u00ad五\u2060', '王五'],
    ['王\u{e0001}五\u{e007f}', '王五'],
    ['王\u3164五\u034f', '王五'],
  ],
  'a space': [
    ['王 五', '王五'],
    ['　王　五　', '王五'],
    ['王\u00a0五\u2003', '王五'],
    ['王\t五\n', '王五'],
    ['王\u2800五', '王五'],
  ],
  'a dot': [
    ...[...'·•・･‧∙⋅.．。｡․﹒●▪◦ㆍ˙⸱᛫\u0387'].map((dot): [string, string] => [
      `阿依古丽${dot}买买提`,
      '阿依古丽·买买提',
    ]),
    ['阿依古丽 · 买买提', '阿依古丽·买买提'],
    ['阿依古丽··买买提', '阿依古丽·买买提'],
  ],
  'a Latin name': [
    ['ＪＯＨＮ　ＳＭＩＴＨ', 'JOHN SMITH'],
    ['  Anna   Maria ', 'Anna Maria'],
    ['O’NEILL', "O'NEILL"],
    ['Jean‑Luc', 'Jean-Luc'],
    ['JEAN – LUC', 'JEAN-LUC'],
    ['SMITH, JOHN J.', 'SMITH JOHN J'],
    ['Jose\u0301', 'José'],
    ['Zoë\u200b Müller', 'Zoë Müller'],
  ],
  'a name as it is': [
    ['王五', '王五'],
    ['欧阳·阿依古丽', '欧阳·阿依古丽'],
    ['𬭊明', '𬭊明'],
    ['李〇', '李〇'],
    ['林﨑', '林﨑'],
  ],
}

describe.each(Object.entries(names))('%s', (_kind, cases) => {
  it.each(cases)('%j is stored as %s', (typed, kept) => {
    expect(foldName(typed)).toBe(kept.normalize('NFC'))
    expect(foldName(kept)).toBe(kept.normalize('NFC'))
  })
})

it('two names are equal in any case and width, but not with different characters', () => {
  expect(nameComparisonKey('Smith John')).toBe(nameComparisonKey('ＳＭＩＴＨ JOHN'))
  expect(nameComparisonKey('龙飞')).not.toBe(nameComparisonKey('龍飛'))
})

it('maps each radical and private GBK code to its Han character', () => {
  const known = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index).filter((code) =>
      substituteLetters.has(String.fromCodePoint(code)),
    ).length
  expect(known(0x2e80, 0x2ef3)).toBe(114)
  expect(known(0x31c0, 0x31e1)).toBe(20)
  expect(known(0xe815, 0xe864)).toBe(80)
  for (const letter of substituteLetters.values()) expect(letter).toMatch(/^\p{Unified_Ideograph}$/u)
  for (const radical of ['\u2e9f', '\u2ef3']) expect(substituteLetters.get(radical)).toBe(radical.normalize('NFKC'))
})

it('reads private GBK codes as GB 18030 does', () => {
  const decoder = new TextDecoder('gb18030')
  const differing = Array.from({ length: 80 }, (_, index) => {
    const second = 0x50 + index
    const bytes = Uint8Array.of(0xfe, second < 0x7f ? second : second + 1)
    return [foldName(decoder.decode(bytes)), foldName(String.fromCharCode(0xe815 + index))]
  }).filter(([ours, theirs]) => ours !== theirs)
  expect(differing).toEqual([])
})

it.each([
  ['１１０１０５１９４９１２３１００２ｘ', '11010519491231002X'],
  ['110105 19491231 002x', '11010519491231002X'],
  ['110105-19491231–002X', '11010519491231002X'],
  ['\u202a110105\u200b19491231002x\u202c', '11010519491231002X'],
  ["'110105", '110105'],
  ['Ｈ１２３４５６７（８）', 'H12345678'],
  ['H1234567(8)', 'H12345678'],
  ['ZY－2026　0001', 'ZY20260001'],
  ['110105*5', '110105*5'],
])('the number %j is stored as %s', (typed, kept) => {
  expect(foldNumber(typed)).toBe(kept)
})

it.each([
  '13800000001',
  '１３８０００００００１',
  '+86 138 0000 0001',
  '0086-138-0000-0001',
  '＋８６（138）0000－0001',
  '86 13800000001',
  '013800000001',
  '138.0000.0001',
  '138·0000·0001',
  '13800000001.0',
  '\u202d138 0000 0001\u202c',
])('%j is folded to the phone 13800000001', (typed) => {
  expect(foldPhone(typed)).toBe('13800000001')
})

it('foldLetters keeps width and emoji, and foldPlainText folds width, dashes and spaces', () => {
  expect(foldLetters('⻢⽂（福州）Ａ１ 👩\u200d⚕️\u00a0药房\ufe00\u200b')).toBe('马文（福州）Ａ１ 👩\u200d⚕️\u00a0药房')
  expect(foldPlainText(' ａ＠ｂ．ｃｎ ')).toBe('a@b.cn')
  expect(foldPlainText('0591–8888　0000')).toBe('0591-8888 0000')
})

it.each([
  ['福州 (ABC) ⼤药房', '福州（ABC）大药房'],
  ['ＡＢＣ（中国） 有限公司', 'ABC（中国）有限公司'],
  ['ABC (China)  Ltd.', 'ABC (China) Ltd.'],
  ['国药控股 ・ 福建', '国药控股·福建'],
  ['a (b) 中 文 c d', 'a（b）中文c d'],
])('the employer %j is stored as %s', (typed, kept) => {
  expect(foldOrganisation(typed)).toBe(kept)
})

it.each([
  ['＋86 138 0000 0001', '13800000001'],
  ['０００１', '0001'],
  ['阿依古丽．买买提', '阿依古丽·买买提'],
  ['福州(一)店', '福州（一）店'],
  ['福州(1)店', '福州（1）店'],
])('the keyword %j is searched as %s', (typed, kept) => {
  expect(foldKeyword(typed)).toBe(kept)
})

it('comparing words ignores width, case and spaces', () => {
  expect(foldSearchText('福州（ＡＢＣ）⼤药房 ')).toBe('福州(abc)大药房')
})

it('folding a folded text changes nothing', () => {
  const folds = [foldLetters, foldName, foldNumber, foldOrganisation, foldPhone, foldPlainText, foldSearchText]
  const moved: string[] = []
  for (let code = 0; code < 0x10000; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const letter = String.fromCodePoint(code)
    // Removing a bracket would join an accent to the letter before; numbers have no accents.
    const bracketed = /\p{M}/u.test(letter) ? [] : [`a (${letter}) 五 b`]
    for (const text of [`王${letter}五`, `a${letter}b`, ...bracketed])
      for (const fold of folds) {
        const once = fold(text)
        if (fold(once) !== once) moved.push(`${fold.name} ${code.toString(16)}`)
      }
  }
  expect(moved).toEqual([])
})
