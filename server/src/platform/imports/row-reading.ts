import type { z } from 'zod'
import type { CheckedImportRow, ImportRowNote, ImportRowProblem } from '../db/import-rows.ts'
import type { SheetTableRow } from '../sheets/columns.ts'
import { type CellNote, cellNoteText } from '../sheets/sheet.ts'

export interface ImportRowKind<Field extends string> {
  words: Readonly<Record<Field, string>>
  /** Fields with personal numbers, which are shown masked. */
  personal: readonly Field[]
}

/** Describes a problem with a cell, using the column name that people know. */
export const describeCellProblem =
  <Field extends string>(words: Readonly<Record<Field, string>>) =>
  (field: Field, problem: string): ImportRowProblem => ({ field, column: words[field], problem })

const longestShown = 200

export class ImportRowReader<Field extends string> {
  readonly problems: ImportRowProblem[] = []
  readonly #notes: ImportRowNote[] = []
  readonly #shown: Record<string, string> = {}
  readonly #row: SheetTableRow<Field>
  readonly #kind: ImportRowKind<Field>

  constructor(row: SheetTableRow<Field>, kind: ImportRowKind<Field>) {
    this.#row = row
    this.#kind = kind
  }

  /** A change of the cell's text is noted together with the original text. */
  read(field: Field, clean: (said: string) => string = (said) => said): string {
    const said = this.#row.said(field)
    const text = clean(said.trim())
    const isPersonal = this.#kind.personal.includes(field)
    this.#shown[field] = isPersonal ? maskMiddleDigits(text) : text.slice(0, longestShown)
    if (text !== said) this.#note(field, false, '已整理', said)
    for (const one of this.#row.notes(field)) {
      // A crossed-out or hidden number may be personal too, so it is masked.
      const note = { ...one, said: this.#unlessNumber(field, one.said) }
      if (note.kind === 'ERROR') this.refuse(field, `${cellNoteText(note)}`)
      else if (note.kind === 'WITHDRAWN' || note.kind === 'MERGED') this.#note(field, false, cellNoteText(note), null)
      else if (note.kind === 'DOUBTED' || note.kind === 'ROUNDED' || note.kind === 'UNSEEN')
        this.#note(field, true, cellNoteText(note), null)
    }
    return text
  }

  check(field: Field, rule: z.ZodType<string>, clean: (said: string) => string): string {
    const text = this.read(field, clean)
    if (text === '') this.refuse(field, '没有填写')
    const doubt = this.#kind.personal.includes(field) ? this.doubtOf(field) : undefined
    if (doubt) this.refuse(field, doubt)
    const { data = '', error } = rule.safeParse(text)
    if (error) this.refuse(field, withLostDigitsHint(error.issues[0]?.message ?? '格式不正确', text))
    return data
  }

  /** Reads a text that can be stored and printed. `longest`: maximum number of characters */
  text(field: Field, clean: (said: string) => string, longest: number): string {
    const text = this.read(field, clean)
    if (text.length > longest) this.refuse(field, `不能超过 ${longest} 个字`)
    if (/\p{Cc}/u.test(text)) this.refuse(field, '含有不允许的字符，请重新填写')
    return text
  }

  show(field: Field, text: string): void {
    this.#shown[field] = text
  }

  /** The original text is shown unless it could be a personal number. */
  refuse(field: Field, problem: string): void {
    if (this.problems.some((one) => one.field === field)) return
    this.problems.push(describeCellProblem(this.#kind.words)(field, problem))
    const said = markInvisibleCharacters(this.#row.said(field)).slice(0, longestShown)
    this.#shown[field] = this.#unlessNumber(field, said)
  }

  doubt(field: Field, note: string, was: string | null = null): void {
    this.#note(field, true, note, was)
  }

  /** Returns the doubt about a cell as text; for a personal number it counts as a problem. */
  doubtOf(field: Field): string | undefined {
    const note = this.#row.notes(field).find(({ kind }) => kind === 'DOUBTED')
    return note && cellNoteText(note)
  }

  judged<Content>(label: string, content: Content | null): CheckedImportRow<Content> {
    const { no } = this.#row
    const fields = Object.keys(this.#kind.words) as Field[]
    const cells = toReturnedCells(
      this.#row.cells,
      fields.flatMap((field) => this.#row.notes(field)),
    )
    // A faulty cell shows its original text and its problem, so no note is needed.
    const isFaulty = (field: string | null) => this.problems.some((one) => one.field === field)
    const notes = this.#notes.filter(({ field, doubt, was }) => !isFaulty(field) || (!doubt && was === null))
    const { problems } = this
    return {
      ...{ no, label, shown: this.#shown, notes, problems, cells },
      content: problems.length > 0 ? null : content,
    }
  }

  #unlessNumber(field: Field, said: string): string {
    const couldBe = this.#kind.personal.includes(field) && /\d{11}|\d{15}/.test(bare(said))
    return couldBe ? maskMiddleDigits(said) : said
  }

  #note(field: Field, doubt: boolean, note: string, said: string | null): void {
    const isPersonal = this.#kind.personal.includes(field)
    const was = said === null ? null : markInvisibleCharacters(isPersonal ? maskMiddleDigits(said) : said)
    this.#notes.push({ field, doubt, note, was: was?.slice(0, longestShown) ?? null })
  }
}

export function withLostDigitsHint(problem: string, no: string): string {
  return /^[\d.]+E\+?\d+$|\d{12,}000$/i.test(no)
    ? `${problem}；表格把它当作数字，末尾几位已经丢失：请把这一列设为“文本”，重新填写号码`
    : problem
}

const unseen = /\p{Cf}|\p{Cc}|\p{Co}|\ufe0f|[\u3164\u115f\u1160]/gu

/** Excel writes long numbers as powers and loses their last digits; such numbers are refused until corrected. */
export function toReturnedCells(
  cells: readonly string[],
  notes: readonly Pick<CellNote, 'column' | 'kind'>[],
): string[] {
  const doubted = new Set(notes.flatMap(({ column, kind }) => (kind === 'DOUBTED' ? [column] : [])))
  return cells.map((text, at) =>
    doubted.has(at) && /^-?\d{16,}$/.test(text.trim()) ? Number(text).toExponential().toUpperCase() : text,
  )
}

export function markInvisibleCharacters(text: string): string {
  return text
    .replace(/\r?\n|\r/g, '↵')
    .replace(/\t/g, '⇥')
    .replace(unseen, '⟨不可见字符⟩')
    .replace(/^\s+|\s+$/g, (spaces) => '␣'.repeat(spaces.length))
}

const bare = (text: string) => text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')

/** Masking keeps separators: 138-****-0002, 330102********1237. */
export function maskMiddleDigits(text: string): string {
  const count = [...text].filter(isFigure).length
  const tail = count > 10 ? 4 : 2
  const hidden = count > 15 ? count - 10 : count > 10 ? middleOf(text, count) : count - 4
  let at = 0
  return [...text]
    .map((sign) => {
      if (!isFigure(sign)) return sign
      at += 1
      const isHidden = at <= count - tail && at > count - tail - hidden
      return isHidden || count <= 4 ? '*' : sign
    })
    .join('')
}

/** A phone with a country code shows the same digits as one without. */
const middleOf = (text: string, count: number) => (/^\W*(?:00)?86/.test(text) ? 4 : count - 7)

const isFigure = (sign: string) => /[\p{L}\p{N}]/u.test(sign)
