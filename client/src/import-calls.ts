import type { UseQueryResult } from '@tanstack/react-query'
import type { StaffInput, StaffOutput } from './staff-call.ts'

type AnyReport = StaffOutput<'GET /roster_import/v1/state'>
type AnyRow = StaffOutput<'GET /roster_import/v1/rows'>['list'][number]
type AnyWish = StaffInput<'POST /roster_import/v1/check'>
type RowsInput = StaffInput<'GET /roster_import/v1/rows'>
type ReturnedFile = StaffOutput<'POST /roster_import/v1/returned'>

export interface TableReport<Field extends string>
  extends Pick<AnyReport, 'importId' | 'fileName' | 'state' | 'problem' | 'table' | 'columns'>,
    Pick<AnyReport, 'read' | 'total' | 'written' | 'counts' | 'rowsKept'> {
  mapping: readonly (Field | null)[]
}

export type TableReportRow = Omit<AnyRow, 'studentId'>

export interface TableReadOptions<Field extends string> extends Pick<AnyWish, 'sheet' | 'headRow'> {
  mapping: (Field | null)[] | null
}

export interface ImportMutation<Input, Output = unknown> {
  mutate: (input: Input, how?: { onSuccess?: (output: Output) => void; onError?: () => void }) => void
  error: Error | null
  isPending: boolean
  reset: () => void
}

export interface TableImportCalls<Input, Report, Row> {
  /** Polls every second while the server works. */
  useReport: (importId: string) => UseQueryResult<Report>
  useRows: (input: RowsInput) => UseQueryResult<{ list: Row[]; total: number; page: number; pageSize: number }>
  /** Checks a file without writing anything. */
  useCheck: () => ImportMutation<Input, { importId: string }>
  useRun: () => ImportMutation<{ importId: string }>
  /** Stops a running import; written rows stay. Absent for imports that finish before the call returns. */
  useStop?: () => ImportMutation<{ importId: string }>
  useReturned: () => ImportMutation<{ importId: string }, ReturnedFile>
}

const askEveryMs = 1000
const atWork = ['READING', 'WRITING', 'RUNNING']

export function pollWhileServerWorks(query: { state: { data?: { state: string } | undefined } }): number | false {
  return atWork.includes(query.state.data?.state ?? '') ? askEveryMs : false
}
