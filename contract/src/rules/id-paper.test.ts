import { expect, it } from 'vitest'
import { birthDateOf, genderOf, idNoProblem, idTypeNames } from './id-paper.ts'

/** The check characters were computed by hand from GB 11643-1999 and ICAO 9303. */
const numbers = {
  citizen: '11010519491231002X',
  resident: '810000199408230021',
  taiwan: '830000199201300022',
  foreigner: '93184019850112001X',
  oldForeigner: 'CAN110178030125',
}

it.each([
  ['ID_CARD', numbers.citizen],
  ['ID_CARD', '１１０１０５ 19491231-002x'],
  ['HK_MO_TW', numbers.resident],
  ['HK_MO_TW', numbers.taiwan],
  ['HK_MO_TW', 'H12345678'],
  ['HK_MO_TW', 'm1234567890'],
  ['HK_MO_TW', '12345678'],
  ['HK_MO_TW', 'H1234567（8）'],
  ['PASSPORT', 'e12345678'],
  ['FOREIGN_PR', numbers.foreigner],
  ['FOREIGN_PR', numbers.oldForeigner],
  ['FOREIGN_PR', 'can 110178030125'],
])('%s: %s is a valid number', (type, idNo) => {
  expect(idNoProblem(type, idNo)).toBeNull()
})

it.each([
  ['ID_CARD', '110105194912310021', '身份证号不正确，请核对 18 位号码'],
  ['ID_CARD', '110105194913310021', '身份证号不正确，请核对 18 位号码'],
  ['ID_CARD', '130503670401001', '15 位的旧号码已停用，请填写 18 位身份证号'],
  ['ID_CARD', '931840198501120017', '这像是外国人永久居留身份证的号码，请改选证件类型并核对号码'],
  [
    'HK_MO_TW',
    '810000199408230022',
    '居住证号码不正确，请核对以 81、82 或 83 开头的 18 位号码；通行证请填写通行证号码',
  ],
  [
    'FOREIGN_PR',
    '931840198501120017',
    '永久居留身份证号码不正确，请核对：新版为以 9 开头的 18 位号码，旧版为 3 个字母加 12 位数字',
  ],
  [
    'FOREIGN_PR',
    'CAN110178030124',
    '永久居留身份证号码不正确，请核对：新版为以 9 开头的 18 位号码，旧版为 3 个字母加 12 位数字',
  ],
  ['PASSPORT', 'CAN110178030124', '这像是外国人永久居留身份证的号码，请改选证件类型并核对号码'],
  ['HK_MO_TW', 'CAN110178030124', '这像是外国人永久居留身份证的号码，请改选证件类型并核对号码'],
  ['ID_CARD', '11010519491231002×', '证件号末位不是字母 X，请用键盘输入字母 X'],
  ['ID_CARD', '11010519491231002Ⅹ', '证件号末位不是字母 X，请用键盘输入字母 X'],
  ['FOREIGN_PR', '93184019850112001Х', '证件号末位不是字母 X，请用键盘输入字母 X'],
  ['PASSPORT', '13800000001', '证件号格式不正确，请填写证件上的字母和数字'],
  ['PASSPORT', '护照', '证件号格式不正确，请填写证件上的字母和数字'],
  ['PASSPORT', '110105194912310021', '护照号码不正确，请核对；18 位号码不是护照号码，请改选证件类型'],
])('%s: %s is refused because %s', (type, idNo, problem) => {
  expect(idNoProblem(type, idNo)).toBe(problem)
})

it.each([
  ['ID_CARD', numbers.foreigner, 'FOREIGN_PR'],
  ['ID_CARD', numbers.oldForeigner, 'FOREIGN_PR'],
  ['ID_CARD', numbers.resident, 'HK_MO_TW'],
  ['HK_MO_TW', numbers.citizen, 'ID_CARD'],
  ['PASSPORT', numbers.oldForeigner, 'FOREIGN_PR'],
  ['FOREIGN_PR', numbers.citizen, 'ID_CARD'],
] as const)('a number valid only for another document type names that type (%s, %s)', (type, idNo, right) => {
  const name = idTypeNames[right]
  expect(idNoProblem(type, idNo)).toBe(`这是${name}的号码，请把证件类型改为“${name}”`)
})

it('reads birth date and gender from numbers that contain them', () => {
  expect(birthDateOf('ID_CARD', numbers.citizen)).toBe('1949-12-31')
  expect(birthDateOf('HK_MO_TW', numbers.resident)).toBe('1994-08-23')
  expect(birthDateOf('FOREIGN_PR', numbers.foreigner)).toBe('1985-01-12')
  expect(birthDateOf('FOREIGN_PR', numbers.oldForeigner)).toBe('1978-03-01')
  expect(birthDateOf('HK_MO_TW', 'H12345678')).toBeNull()
  expect(genderOf('HK_MO_TW', numbers.resident)).toBe('FEMALE')
  expect(genderOf('FOREIGN_PR', numbers.foreigner)).toBe('MALE')
  expect(genderOf('FOREIGN_PR', numbers.oldForeigner)).toBeNull()
})
