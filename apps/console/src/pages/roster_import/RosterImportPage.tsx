import { formatDateTime } from '@ce/client/format.ts'
import type { RosterImportRow, RosterKind } from '@ce/client/staff/roster_import.ts'
import { rosterImportCalls } from '@ce/client/staff/roster_import.ts'
import { Link, useSearchParams } from 'react-router'
import { uploadedFileSource } from '../../kit/import/file-source.tsx'
import { TableImportDesk } from '../../kit/import/TableImportDesk.tsx'
import { paths } from '../../paths.ts'
import { RosterInitialPasswords } from './InitialPasswords.tsx'
import { rosterKindTexts } from './labels.ts'

const table = uploadedFileSource({
  purpose: 'ROSTER',
  accept: '.xlsx,.xlsm,.csv,.txt',
  label: '上传 Excel 或 CSV',
})

/** The pages 导入学员 and 导入公需学时: check a file row by row, then import it. */
export function RosterImportPage() {
  const [params] = useSearchParams()
  const kind: RosterKind = params.get('kind') === 'HOURS' ? 'HOURS' : 'STUDENTS'
  const { title, unit, fields, promise, guide, template } = rosterKindTexts[kind]
  return (
    <TableImportDesk
      key={kind}
      title={title}
      lead="先预览、逐行看结果，确认之后写入；有错误的行退回给您修改。"
      back={{ to: paths.students(), words: '返回学员列表' }}
      records={paths.rosterImports()}
      guide={{ lines: guide, template: { name: `${title}模板.csv`, rows: template } }}
      file={table}
      checkPromise="只检查和报告，不写入。"
      calls={rosterImportCalls}
      input={({ importId, sent, wish }) => ({ importId, kind, fileId: sent, ...wish })}
      unit={unit}
      fields={fields}
      rows={{ cells: { NAME: nameLink } }}
      origin={({ actorName, createdAt }) => `${actorName}，${formatDateTime(createdAt)}`}
      promise={promise}
      over={(report, renew) => kind === 'STUDENTS' && <RosterInitialPasswords report={report} renew={renew} />}
    />
  )
}

function nameLink({ studentId, shown }: RosterImportRow) {
  if (!studentId || !shown.NAME) return null
  return <Link to={paths.student(studentId)}>{shown.NAME}</Link>
}
