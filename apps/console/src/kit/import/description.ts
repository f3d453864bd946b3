import type { ImportMutation, TableReadOptions } from '@ce/client/import-calls.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ImportFileSource } from './file-source.tsx'

export interface ImportDryRunRequest<Sent, Field extends string> {
  /** The client creates the import id, so that a repeated request finds the first import. */
  importId: string
  sent: Sent
  choice: string
  wish: TableReadOptions<Field>
}

interface Option {
  value: string
  label: string
}

/** Options that the user chooses before the file; the URL keeps them. */
export interface ImportChoice<Report> {
  name: string
  title: string
  options: readonly Option[] | UseQueryResult<readonly Option[]>
  first?: string | undefined
  missing: string
  none?: { title: string; text: string }
  of?: (report: Report) => string
}

export interface ImportGuide {
  lines: readonly ReactNode[]
  template?: { name: string; rows: readonly (readonly string[])[] }
}

export interface ImportDescription<Input, Sent, Report extends { importId: string }, Field extends string = never> {
  title: string
  lead: string
  back?: { to: string; words: string }
  records?: string
  another?: string
  guide: ImportGuide
  file: ImportFileSource<Sent>
  choice?: ImportChoice<Report>
  checkPromise: string
  /** A hint shown if a check gets no response; needed only if a retry would not find the first import. */
  lostAnswer?: string
  input: (asked: ImportDryRunRequest<Sent, Field>) => Input
  useCheck: () => ImportMutation<Input, { importId: string }>
  useReport: (importId: string) => UseQueryResult<Report>
  below?: ReactNode
}

export interface ImportReportDesk<Report, Field extends string = never> {
  report: Report
  home: string
  /** Checks the same file again; null if this page does not know the file. */
  recheck: { start: (wish: TableReadOptions<Field>) => void; error: Error | null; busy: boolean } | null
  /** Reloads the import, because a response may be lost. */
  renew: () => void
  lost: boolean
}
