import { type StaffOutput, staffRead, useStaffWrite } from '../staff-call.ts'

export type WantedLetter = StaffOutput<'GET /print_font/v1/letters'>['list'][number]
export type PrintFont = StaffOutput<'GET /print_font/v1/fonts'>['list'][number]
export type FontCheck = StaffOutput<'POST /print_font/v1/check'>
export type LetterDrawing = FontCheck['drawn'][number]

/** Letters that no print font has, the most wanted first. */
export const wantedLettersQuery = () => staffRead('GET /print_font/v1/letters', {})

/** Fonts that staff have added, the newest first. */
export const printFontsQuery = () => staffRead('GET /print_font/v1/fonts', {})

/** One of them with every letter it has drawn. */
export const printFontQuery = (id: string) => staffRead('GET /print_font/v1/font', { id })

const renewed = [
  'GET /print_font/v1/letters',
  'GET /print_font/v1/fonts',
  'GET /print_font/v1/font',
  'GET /todo/v1/list',
] as const
/** the dialogs show what went wrong themselves */
const quiet = { quiet: true }

/** What an uploaded font would bring; nothing is written. */
export const useCheckFont = () => useStaffWrite('POST /print_font/v1/check', [], quiet)
/** Takes it into use: what waits for its letters is issued within a minute. */
export const useAddFont = () => useStaffWrite('POST /print_font/v1/add', renewed, quiet)
/** It draws no more letters; those that proofs print stay. */
export const useRemoveFont = () => useStaffWrite('POST /print_font/v1/remove', renewed, quiet)
