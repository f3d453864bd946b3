import type { z } from 'zod'
import type { Judged, RowNote, RowProblem } from '../db/import-rows.ts'
import type { TableRow } from '../sheets/columns.ts'
import { noteText } from '../sheets/sheet.ts'
import { returnedCells } from './returned-cells.ts'

/** A kind of table, as far as reading a row of it goes. */
export interface RowKind<Field extends string> {
  /** what people call its columns */
  words: Readonly<Record<Field, string>>
  /** numbers of people: shown masked */
  personal: readonly Field[]
}

const longestShown = 200

/** Reads one row of a table, and keeps what each cell becomes and what a person should know of it. */
export class RowReading<Field extends string> {
  readonly problems: RowProblem[] = []
  readonly #notes: RowNote[] = []
  readonly #shown: Record<string, string> = {}
  readonly #row: TableRow<Field>
  readonly #kind: RowKind<Field>

  constructor(row: TableRow<Field>, kind: RowKind<Field>) {
    this.#row = row
    this.#kind = kind
  }

  /** A cell's text as `clean` makes it. What that changed is noted with what the file has, and what the sheet says of the cell as well. */
  read(field: Field, clean: (said: string) => string = (said) => said): string {
    const said = this.#row.said(field)
    const text = clean(said.trim())
    const isPersonal = this.#kind.personal.includes(field)
    this.#shown[field] = isPersonal ? hideFigures(text) : text.slice(0, longestShown)
    if (text !== said) this.#note(field, false, '已整理', said)
    for (const one of this.#row.notes(field)) {
      // a quoted number is a person's, too, whether it is struck out or hidden by its format
      const note = { ...one, said: this.#unlessNumber(field, one.said) }
      if (note.kind === 'ERROR') this.refuse(field, `${noteText(note)}`)
      else if (note.kind === 'WITHDRAWN' || note.kind === 'MERGED')
        this.#note(field, false, noteText(note), null)
      else if (note.kind === 'DOUBTED' || note.kind === 'ROUNDED' || note.kind === 'UNSEEN')
        this.#note(field, true, noteText(note), null)
    }
    return text
  }

  /** The same by a rule of the contract. @returns the value as the rule makes it; '' when it is refused */
  check(field: Field, rule: z.ZodType<string>, clean: (said: string) => string): string {
    const text = this.read(field, clean)
    if (text === '') this.refuse(field, '没有填写')
    const doubt = this.#kind.personal.includes(field) ? this.doubtOf(field) : undefined
    if (doubt) this.refuse(field, doubt)
    const { data = '', error } = rule.safeParse(text)
    if (error) this.refuse(field, withHint(error.issues[0]?.message ?? '格式不正确', text))
    return data
  }

  /** How a value is called where it is stored as something else. */
  show(field: Field, text: string): void {
    this.#shown[field] = text
  }

  /** The value cannot be imported; it is shown as the file has it, unless it could be somebody's number. */
  refuse(field: Field, problem: string): void {
    // one sentence is enough for a cell
    if (this.problems.some((one) => one.field === field)) return
    this.problems.push({ field, column: this.#kind.words[field], problem })
    const said = visible(this.#row.said(field)).slice(0, longestShown)
    this.#shown[field] = this.#unlessNumber(field, said)
  }

  doubt(field: Field, note: string, was: string | null = null): void {
    this.#note(field, true, note, was)
  }

  /** What the sheet itself doubts of a cell, in a sentence; of a number of a person that is a fault. */
  doubtOf(field: Field): string | undefined {
    const note = this.#row.notes(field).find(({ kind }) => kind === 'DOUBTED')
    return note && noteText(note)
  }

  judged<Content>(label: string, content: Content | null): Judged<Content> {
    const { no } = this.#row
    const fields = Object.keys(this.#kind.words) as Field[]
    const cells = returnedCells(
      this.#row.cells,
      fields.flatMap((field) => this.#row.notes(field)),
    )
    // of a faulty cell its value stands there as the file has it, and its problem says the rest
    const isFaulty = (field: string | null) => this.problems.some((one) => one.field === field)
    const notes = this.#notes.filter(
      ({ field, doubt, was }) => !isFaulty(field) || (!doubt && was === null),
    )
    const { problems } = this
    return {
      ...{ no, label, shown: this.#shown, notes, problems, cells },
      content: problems.length > 0 ? null : content,
    }
  }

  /** A text as it stands, with its middle hidden where it could be the number of a person. */
  #unlessNumber(field: Field, said: string): string {
    const couldBe = this.#kind.personal.includes(field) && /\d{11}|\d{15}/.test(bare(said))
    return couldBe ? hideFigures(said) : said
  }

  #note(field: Field, doubt: boolean, note: string, said: string | null): void {
    const isPersonal = this.#kind.personal.includes(field)
    const was = said === null ? null : visible(isPersonal ? hideFigures(said) : said)
    this.#notes.push({ field, doubt, note, was: was?.slice(0, longestShown) ?? null })
  }
}

/** What is wrong with a number, with what to do where a program kept fifteen figures of it, or wrote it as a power. */
export function withHint(problem: string, no: string): string {
  return /^[\d.]+E\+?\d+$|\d{12,}000$/i.test(no)
    ? `${problem}；表格把它当作数字，末尾几位已经丢失：请把这一列设为“文本”，重新填写号码`
    : problem
}

const unseen = /\p{Cf}|\p{Cc}|\p{Co}|\ufe0f|[\u3164\u115f\u1160]/gu

/** A text in which nothing is invisible: marks that nobody sees, line breaks, and spaces at the ends. */
export function visible(text: string): string {
  return text
    .replace(/\r?\n|\r/g, '↵')
    .replace(/\t/g, '⇥')
    .replace(unseen, '⟨不可见字符⟩')
    .replace(/^\s+|\s+$/g, (spaces) => '␣'.repeat(spaces.length))
}

const bare = (text: string) => text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')

/** A number of a person with its middle hidden, its marks and spaces in their places: 138-****-0002, 330102********1237. */
export function hideFigures(text: string): string {
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

/** A phone behind the code of its country keeps the same figures as one without. */
const middleOf = (text: string, count: number) => (/^\W*(?:00)?86/.test(text) ? 4 : count - 7)

const isFigure = (sign: string) => /[\p{L}\p{N}]/u.test(sign)
