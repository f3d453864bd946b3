import { foldLetters, foldName, foldNumber, foldOrganisation, foldWidth } from '@ce/contract/fold-text'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../src/platform/db/migrate.ts'
import { createOwnDatabase } from './own-database.ts'

let own: Awaited<ReturnType<typeof createOwnDatabase>>
beforeAll(async () => {
  own = await createOwnDatabase()
  await migrate(own.pool, '073')
})
afterAll(() => own.drop())

/** Most Han and Hangul are left out, because long runs of them fold in the same way. */
const letters = Array.from({ length: 0xe0fff }, (_, index) => index + 1).filter((code) => {
  if ((code >= 0x3400 && code < 0x9fff) || (code >= 0xac00 && code < 0xd7a4)) return code % 97 === 0
  if (code >= 0xd800 && code < 0xe000) return false
  if (code >= 0x12000 && code < 0xe0000 && !(code >= 0x2f800 && code < 0x2fa1e)) return code % 251 === 0
  return true
})

it.each([
  ['fold_letters', foldLetters],
  ['fold_width', foldWidth],
  ['fold_name', foldName],
  ['fold_number', foldNumber],
  ['fold_organisation', foldOrganisation],
] as const)('the database function %s folds every character as the forms do', async (name, fold) => {
  const texts = letters.flatMap((code) => {
    const letter = String.fromCodePoint(code)
    return [`王${letter}五`, `a${letter} b`, `a (${letter}) 五 b`]
  })
  const differing: string[] = []
  for (let at = 0; at < texts.length; at += 100_000) {
    const some = texts.slice(at, at + 100_000)
    const { rows } = await own.pool.query<{ folded: string }>(
      `select ${name}(one) as folded from unnest($1::text[]) with ordinality as given (one, place) order by place`,
      [some],
    )
    rows.forEach(({ folded }, index) => {
      const text = some[index] ?? ''
      if (folded !== fold(text)) differing.push(`${text.codePointAt(1)?.toString(16)}: ${folded} / ${fold(text)}`)
    })
  }
  expect(differing.slice(0, 20)).toEqual([])
})
