import { type StaffOutput, staffRead, useStaffWrite } from '../staff-call.ts'

export type WantedCharacter = StaffOutput<'GET /print_font/v1/letters'>['list'][number]
export type PrintFont = StaffOutput<'GET /print_font/v1/fonts'>['list'][number]
export type PrintFontCheck = StaffOutput<'POST /print_font/v1/check'>
export type CharacterDrawing = PrintFontCheck['drawn'][number]

export const wantedCharactersQuery = () => staffRead('GET /print_font/v1/letters', {})

export const printFontsQuery = () => staffRead('GET /print_font/v1/fonts', {})

/** The font with all characters that were drawn with it. */
export const printFontQuery = (id: string) => staffRead('GET /print_font/v1/font', { id })

const renewed = [
  'GET /print_font/v1/letters',
  'GET /print_font/v1/fonts',
  'GET /print_font/v1/font',
  'GET /todo/v1/list',
] as const
/** The dialogs show errors themselves. */
const quiet = { quiet: true }

/** Previews an uploaded font without writing. */
export const useCheckPrintFont = () => useStaffWrite('POST /print_font/v1/check', [], quiet)
/** Adds a font for printing. Proofs that wait for its characters are issued within a minute. */
export const useAddPrintFont = () => useStaffWrite('POST /print_font/v1/add', renewed, quiet)
/** Characters of a removed font stay in printed proofs. */
export const useRemovePrintFont = () => useStaffWrite('POST /print_font/v1/remove', renewed, quiet)
