import type { TableReadOptions } from '@ce/client/import-calls.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { useRef } from 'react'
import type { ImportDescription } from './description.ts'

export type OpenImportCallback<Sent> = (importId: string, sent: Sent) => void

/** A retry after a lost response uses the same id and finds the first import. */
export function useImportDryRun<Input, Sent, Report extends { importId: string }, Field extends string>(
  { useCheck, input }: Pick<ImportDescription<Input, Sent, Report, Field>, 'useCheck' | 'input'>,
  open: OpenImportCallback<Sent>,
) {
  const check = useCheck()
  const tried = useRef<{ key: string; importId: string } | null>(null)
  const start = (sent: Sent, choice: string, wish: TableReadOptions<Field>) => {
    const key = JSON.stringify([sent, choice, wish])
    const importId = tried.current?.key === key ? tried.current.importId : randomUuid()
    tried.current = { key, importId }
    check.mutate(input({ importId, sent, choice, wish }), {
      onSuccess: (begun) => open(begun.importId, sent),
    })
  }
  return { start, check }
}
