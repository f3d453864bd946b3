import { formatDateTime } from '@ce/client/format.ts'
import {
  type RosterField,
  type RosterImport,
  type RosterImportRow,
  rosterRowsQuery,
  useCheckRoster,
  useReturnedRoster,
  useRunRoster,
  useStopRoster,
} from '@ce/client/staff/roster_import.ts'
import { uuid } from '@ce/client/uuid.ts'
import { rosterFieldWords } from '@ce/contract/import-fields'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ImportDesk } from '../../components/import/ImportDesk.tsx'
import {
  fieldColumn,
  ImportRows,
  placeColumn,
  resultColumn,
  useRowFilter,
} from '../../components/import/ImportRows.tsx'
import type { TableWish } from '../../components/import/report.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { paths } from '../../paths.ts'
import { InitialPasswords } from './InitialPasswords.tsx'
import { kindWords, missingWords, rosterFields } from './words.ts'

interface RosterViewProps {
  report: RosterImport
  fileId: string | null
  open: (importId: string, fileId: string) => void
  renew: () => void
}

/** How an import of students or of public hours stands. */
export function RosterView({ report, fileId, open, renew }: RosterViewProps) {
  const { kind, fileName, actorName, createdAt, state } = report
  const check = useCheckRoster()
  const again = <LinkButton to={paths.rosterImportOf(kind)}>重新上传</LinkButton>
  const recheck = (file: string) => (wish: TableWish<RosterField>) => {
    const importId = uuid()
    const input = { importId, kind, fileId: file, ...wish }
    check.mutate(input, { onSuccess: () => open(importId, file) })
  }
  return (
    <ImportDesk<RosterField>
      report={report}
      unit={kindWords[kind].unit}
      about={
        <>
          <strong>{fileName}</strong>
          {`　${actorName}，${formatDateTime(createdAt)}`}
        </>
      }
      fields={rosterFields(kind)}
      missing={(mapping) => missingWords(kind, mapping)}
      recheck={
        fileId ? { start: recheck(fileId), error: check.error, busy: check.isPending } : null
      }
      again={again}
      run={useRunRoster()}
      promise={kindWords[kind].promise}
      stop={useStopRoster()}
      returned={useReturnedRoster()}
      renew={renew}
      rows={<RosterRows report={report} />}
    >
      {kind === 'STUDENTS' && state === 'DONE' && (
        <InitialPasswords report={report} renew={renew} />
      )}
    </ImportDesk>
  )
}

function RosterRows({ report }: { report: RosterImport }) {
  const { importId, kind, mapping } = report
  const filter = useRowFilter(report)
  const { show, page, pageSize } = filter
  const query = useQuery(rosterRowsQuery({ importId, show, page, pageSize }))
  const fields = kindWords[kind].fields.filter((field) => mapping.includes(field))
  return (
    <ImportRows<RosterImportRow>
      report={report}
      unit={kindWords[kind].unit}
      filter={filter}
      query={query}
      columns={[
        placeColumn,
        resultColumn(fields, rosterFieldWords),
        ...fields.map((field) =>
          fieldColumn<RosterImportRow>(
            field,
            rosterFieldWords[field],
            field === 'NAME' ? nameLink : undefined,
          ),
        ),
      ]}
    />
  )
}

/** Whom a row is about, by name, where there is an account. */
function nameLink({ studentId, shown }: RosterImportRow) {
  if (!studentId || !shown.NAME) return null
  return <Link to={paths.student(studentId)}>{shown.NAME}</Link>
}
