/**
 * One letter has several codes: compatibility ideographs of Korean and Japanese keyboards, radicals copied from PDF files, private codes of
 * GBK, full-width forms, and marks that nobody sees. This file gives every text that is compared its one normal form (decision 071).
 * The database knows the same rules (fold_letters, fold_name, fold_number and fold_organisation in migration 073); a test compares both.
 */

/** What the radicals from U+2E80 on are letters for; a space: no letter (Unicode: Equivalent_Unified_Ideograph). */
const radicals =
  ' 厂乛乚乙亻冂𠘨刀刂卜㔾小小兀尣尢𡯂巳幺彑彐忄心扌攵 旡日月歺母民氵氺灬爫爫丬牛犭王𤴔目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋耂肀聿肉𦥑艹艹艹虎衤覀西见角𧢲讠贝𧾷车辶辶辶邑钅長镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟'
/** The same for the strokes from U+31C0 on. */
const strokes = '      𠃌        乀一丨丿丿丶𠃍乛𠃊𠃎𠄌亅𡿨𠃋乀𠃑乚乙𠄎'
/** What GBK's private codes from U+E815 on (its bytes FE 50 to FE A0) have been letters for since GB 18030. */
const gbkPrivate =
  '厂𠂇𠂉𠃌乙㑳㑇刀㔾龴㖞㘚㘎小心㥮㤘龵㧏㧟㩳㧐龶龷㭎㱮㳠牛𡗗龸𤴔䁖䅟𥫗䌷㓁羊𦍌𢦏䎱䎬聿䏝䓖䙡䙌龹䜣䜩䝼䞍𧾷䥇䥺䥽䦂䦃䦅䦆䦟䦛䦷䦶龺𤇾䲣䲟䲠䲡䱷䲢䴓䴔䴕䴖䴗䴘䴙䶮龻'

/** Radicals, strokes and private codes, each with the letter it stands for. Kangxi radicals are known to Unicode's own normal form. */
export const standIns: ReadonlyMap<string, string> = new Map([
  ...lettersFrom(0x2e80, radicals),
  ...lettersFrom(0x31c0, strokes),
  ...lettersFrom(0xe815, gbkPrivate),
])

function lettersFrom(first: number, letters: string): [string, string][] {
  return [...letters].flatMap((letter, index) =>
    letter === ' '
      ? []
      : [[String.fromCodePoint(first + index), letter] satisfies [string, string]],
  )
}

const standIn = /[\u2e80-\u2ef3\u31c0-\u31e1\ue815-\ue864]/g
const kangxi = /[\u2f00-\u2fd5]/g
/** marks that are never seen: joiners, direction marks, soft hyphens, tags, variation selectors, fillers, byte order marks */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
/** a Han letter, but no radical: the letters that a name is written with */
export const hanLetters =
  '\u3007\u3400-\u4dbf\u4e00-\u9fff\ufa0e\ufa0f\ufa11\ufa13\ufa14\ufa1f\ufa21\ufa23\ufa24\ufa27-\ufa29\u{20000}-\u{2a6df}\u{2a700}-\u{2ee5f}\u{30000}-\u{3347f}'
const han = new RegExp(`[${hanLetters}]`, 'u')
const spaces = /[\s\u0085\u2800]+/g
/** every point that stands between the parts of a name on some keyboard, full stops too */
const dots =
  /[.\u00b7\u02d9\u0387\u16eb\u2022\u2024\u2027\u2043\u2219\u22c5\u25aa\u25cf\u25e6\u2981\u2e30-\u2e33\u3002\u30fb\u318d\ua78f\ufe52\uff0e\uff61\uff65\u{10101}]+/gu
/** those of them that are no full stop */
const middleDots = /[\u00b7\u0387\u2022\u2027\u2219\u22c5\u30fb\u318d\uff65]/g
const dashes = /\p{Dash}/gu
const apostrophes =
  /[\u0060\u00b4\u02b9\u02bb\u02bc\u02c8\u2018-\u201b\u2032\u2035\ua78c\uff07\uff40]/g

/** Each Han letter by its one code. What has another look, such as full-width letters, stays. */
function unify(text: string): string {
  return text
    .normalize('NFC')
    .replace(standIn, (letter) => standIns.get(letter) ?? letter)
    .replace(kangxi, (letter) => letter.normalize('NFKC'))
}

/** Full-width letters, digits and signs as those of a plain keyboard. */
export function foldWidth(text: string): string {
  return text.replace(/[\uff01-\uff5e]/g, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) - 0xfee0),
  )
}

/** marks that make a text read or compare as another; joiners, selectors and tags of emoji are no such marks */
const misleading =
  /(?!\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}])[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
/** joiners, selectors and tags after a Han letter: they ask for a shape of it */
const shapeOfHan = new RegExp(
  `([${hanLetters}])[\\u200c\\u200d\\ufe00-\\ufe0f\\u{e0000}-\\u{e0fff}]+`,
  'gu',
)

/** Any text from people as it is kept: every Han letter by its one code, without marks that mislead. Everything else stays as it was written. */
export function foldLetters(text: string): string {
  return unify(text.replace(misleading, '')).replace(shapeOfHan, '$1')
}

/** The name of an employer, a school or whoever an invoice is for, as it is kept: with full-width brackets among Han letters, as on a licence. */
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

/**
 * A name as it is kept, signed and printed. Of Han letters: without spaces, with the middle dot between its parts.
 * Of Latin letters: as the paper has them, parts with one space between.
 */
export function foldName(typed: string): string {
  const name = foldWidth(unify(typed.replace(unseen, ''))).replace(spaces, ' ')
  if (han.test(name) || !/\p{Script=Latin}/u.test(name))
    return name.replace(/ /g, '').replace(dots, '·')
  return name
    .replace(apostrophes, "'")
    .replace(dashes, '-')
    .replace(dots, ' ')
    .replace(/[, ]+/g, ' ')
    .replace(/ ?- ?/g, '-')
    .trim()
}

/** Two names are the same when their keys are: capitals of Latin letters do not tell people apart. */
export function nameKey(typed: string): string {
  return foldName(typed).toLowerCase()
}

/** The one equality of names, wherever two are compared. */
export function sameName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other)
}

/** An ID, certificate or credit number as it is kept: a plain keyboard's letters and digits, in capitals, without spaces, dashes and brackets. */
export function foldNumber(typed: string): string {
  return foldWidth(unify(typed.replace(unseen, '')))
    .replace(dashes, '')
    .replace(apostrophes, '')
    .replace(spaces, '')
    .replace(/['()]/g, '')
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase())
}

/** A mobile number as it is kept: eleven digits, without the country's code before them. */
export function foldPhone(typed: string): string {
  // 13800138000.0: what programs make of a number among empty cells
  const digits = foldNumber(typed)
    .replace(/^(\d{11,13})\.0+$/, '$1')
    .replace(dots, '')
  return /^(?:(?:\+|00)?86)?0?(1\d{10})$/.exec(digits)?.[1] ?? digits
}

/** What somebody types to find a person, an employer or a number of theirs. */
export function foldKeyword(typed: string): string {
  const phone = foldPhone(typed)
  if (/^(?:\d{4}|1\d{10})$/.test(phone)) return phone
  const words = foldOrganisation(typed)
  // a full stop is part of a name of Han letters only
  return /[0-9A-Za-z]/.test(words) ? words : words.replace(dots, '·')
}

/** What is typed on a plain keyboard, such as an address for mail or a day, as it is kept: full-width letters, digits and signs as plain ones. */
export function foldPlain(typed: string): string {
  return foldWidth(unify(typed.replace(unseen, '')))
    .replace(dashes, '-')
    .replace(spaces, ' ')
    .trim()
}

/** Letters, digits and signs as those of a plain keyboard, without unseen marks. Capitals and spaces stay. */
export function foldForms(text: string): string {
  return unify(text.replace(unseen, '')).normalize('NFKC')
}

/** Text as a search compares it: whatever its width and capitals. Spaces stay. */
export function foldCompared(text: string): string {
  return foldForms(text).toLowerCase().normalize('NFKC')
}

/** Words as they are searched and compared: the same, with single spaces between. */
export function foldSearch(typed: string): string {
  return foldCompared(typed).replace(spaces, ' ').trim()
}
