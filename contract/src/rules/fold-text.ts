/**
 * One Han character has several codes: compatibility ideographs of Korean and Japanese keyboards, radicals copied from
 * PDF files, private GBK codes, full-width forms and invisible marks. This file gives compared texts one normal form
 * (decision 071). The database has the same rules (fold_letters, fold_name, fold_number and fold_organisation in
 * server/schema); a test compares both.
 */

/** Han characters for the radicals from U+2E80; a space where none exists (Unicode: Equivalent_Unified_Ideograph). */
const radicals =
  ' 厂乛乚乙亻冂𠘨刀刂卜㔾小小兀尣尢𡯂巳幺彑彐忄心扌攵 旡日月歺母民氵氺灬爫爫丬牛犭王𤴔目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋耂肀聿肉𦥑艹艹艹虎衤覀西见角𧢲讠贝𧾷车辶辶辶邑钅長镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟'
const strokes = '      𠃌        乀一丨丿丿丶𠃍乛𠃊𠃎𠄌亅𡿨𠃋乀𠃑乚乙𠄎'
/** GB 18030 characters for private GBK codes from U+E815 (bytes FE 50 to FE A0). */
const gbkPrivate =
  '厂𠂇𠂉𠃌乙㑳㑇刀㔾龴㖞㘚㘎小心㥮㤘龵㧏㧟㩳㧐龶龷㭎㱮㳠牛𡗗龸𤴔䁖䅟𥫗䌷㓁羊𦍌𢦏䎱䎬聿䏝䓖䙡䙌龹䜣䜩䝼䞍𧾷䥇䥺䥽䦂䦃䦅䦆䦟䦛䦷䦶龺𤇾䲣䲟䲠䲡䱷䲢䴓䴔䴕䴖䴗䴘䴙䶮龻'

/** Kangxi radicals are missing, because the normal form of Unicode covers them. */
export const substituteLetters: ReadonlyMap<string, string> = new Map([
  ...lettersFrom(0x2e80, radicals),
  ...lettersFrom(0x31c0, strokes),
  ...lettersFrom(0xe815, gbkPrivate),
])

function lettersFrom(first: number, letters: string): [string, string][] {
  return [...letters].flatMap((letter, index) =>
    letter === ' ' ? [] : [[String.fromCodePoint(first + index), letter] satisfies [string, string]],
  )
}

const standIn = /[\u2e80-\u2ef3\u31c0-\u31e1\ue815-\ue864]/g
const kangxi = /[\u2f00-\u2fd5]/g
/**
 * Invisible characters: joiners, direction marks, soft hyphens, tags, variation selectors, fillers, byte order marks.
 */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
/** Matches Han letters but not radicals. */
export const hanLetters =
  '\u3007\u3400-\u4dbf\u4e00-\u9fff\ufa0e\ufa0f\ufa11\ufa13\ufa14\ufa1f\ufa21\ufa23\ufa24\ufa27-\ufa29\u{20000}-\u{2a6df}\u{2a700}-\u{2ee5f}\u{30000}-\u{3347f}'
const han = new RegExp(`[${hanLetters}]`, 'u')
const spaces = /[\s\u0085\u2800]+/g
/** Dots between the parts of a name, including full stops. */
const dots =
  /[.\u00b7\u02d9\u0387\u16eb\u2022\u2024\u2027\u2043\u2219\u22c5\u25aa\u25cf\u25e6\u2981\u2e30-\u2e33\u3002\u30fb\u318d\ua78f\ufe52\uff0e\uff61\uff65\u{10101}]+/gu
const middleDots = /[\u00b7\u0387\u2022\u2027\u2219\u22c5\u30fb\u318d\uff65]/g
const dashes = /\p{Dash}/gu
const apostrophes = /[\u0060\u00b4\u02b9\u02bb\u02bc\u02c8\u2018-\u201b\u2032\u2035\ua78c\uff07\uff40]/g

/**
 * Replaces variant codes of Han characters by the usual ones; other forms, such as full-width letters, stay unchanged.
 */
function unify(text: string): string {
  return text
    .normalize('NFC')
    .replace(standIn, (letter) => substituteLetters.get(letter) ?? letter)
    .replace(kangxi, (letter) => letter.normalize('NFKC'))
}

export function foldWidth(text: string): string {
  return text.replace(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
}

/** Marks that change how a text is read or compared; those in emoji are harmless. */
const misleading = /(?!\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}])[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
/** Joiners, selectors and tags after a Han character only choose its shape. */
const shapeOfHan = new RegExp(`([${hanLetters}])[\\u200c\\u200d\\ufe00-\\ufe0f\\u{e0000}-\\u{e0fff}]+`, 'gu')

/** Normalises Han characters and removes misleading marks; all other text stays. */
export function foldLetters(text: string): string {
  return unify(text.replace(misleading, '')).replace(shapeOfHan, '$1')
}

/** Brackets among Han characters become full-width, as on a business licence. */
export function foldOrganisation(typed: string): string {
  const name = foldLetters(typed.replace(unseen, '')).replace(spaces, ' ').trim()
  if (!han.test(name)) return foldWidth(name)
  return name
    .replace(/[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]+/g, foldWidth)
    .replace(/\(/g, '（')
    .replace(/\)/g, '）')
    .replace(middleDots, '·')
    .replace(/ ?([^ -~]) ?/gu, '$1')
}

/** Removes spaces and uses middle dots in Han names; Latin names keep single spaces. */
export function foldName(typed: string): string {
  const name = foldWidth(unify(typed.replace(unseen, ''))).replace(spaces, ' ')
  if (han.test(name) || !/\p{Script=Latin}/u.test(name)) return name.replace(/ /g, '').replace(dots, '·')
  return name
    .replace(apostrophes, "'")
    .replace(dashes, '-')
    .replace(dots, ' ')
    .replace(/[, ]+/g, ' ')
    .replace(/ ?- ?/g, '-')
    .trim()
}

/** The key for comparing names ignores upper and lower case of Latin letters. */
export function nameComparisonKey(typed: string): string {
  return foldName(typed).toLowerCase()
}

export function isSameName(one: string, other: string): boolean {
  return nameComparisonKey(one) === nameComparisonKey(other)
}

/** Keeps only plain upper-case letters and digits. */
export function foldNumber(typed: string): string {
  return foldWidth(unify(typed.replace(unseen, '')))
    .replace(dashes, '')
    .replace(apostrophes, '')
    .replace(spaces, '')
    .replace(/['()]/g, '')
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase())
}

/** A stored phone has eleven digits without the country code. */
export function foldPhone(typed: string): string {
  // Spreadsheet programs write a phone as 13800138000.0.
  const digits = foldNumber(typed)
    .replace(/^(\d{11,13})\.0+$/, '$1')
    .replace(dots, '')
  return /^(?:(?:\+|00)?86)?0?(1\d{10})$/.exec(digits)?.[1] ?? digits
}

export function foldKeyword(typed: string): string {
  const phone = foldPhone(typed)
  if (/^(?:\d{4}|1\d{10})$/.test(phone)) return phone
  const words = foldOrganisation(typed)
  // A full stop becomes a middle dot only in names of Han characters.
  return /[0-9A-Za-z]/.test(words) ? words : words.replace(dots, '·')
}

export function foldPlainText(typed: string): string {
  return foldWidth(unify(typed.replace(unseen, '')))
    .replace(dashes, '-')
    .replace(spaces, ' ')
    .trim()
}

export function foldSpelling(text: string): string {
  return unify(text.replace(unseen, '')).normalize('NFKC')
}

export function foldForComparison(text: string): string {
  return foldSpelling(text).toLowerCase().normalize('NFKC')
}

export function foldSearchText(typed: string): string {
  return foldForComparison(typed).replace(spaces, ' ').trim()
}
