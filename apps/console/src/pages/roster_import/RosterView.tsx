import { formatDateTime } from '@ce/client/format.ts'
import {
  type RosterImport,
  type RosterMapping,
  useCheckRoster,
} from '@ce/client/staff/roster_import.ts'
import { uuid } from '@ce/client/uuid.ts'
import { LinkButton } from '@ce/frame/LinkButton.tsx'
import { ProgressBar } from '@ce/ui/ProgressBar.tsx'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import classes from '../../components/import/Import.module.css'
import { RowsGone } from '../../components/import/ImportRows.tsx'
import { MappingForm } from '../../components/import/MappingForm.tsx'
import { paths } from '../../paths.ts'
import { InitialPasswords } from './InitialPasswords.tsx'
import { RosterDecision } from './RosterDecision.tsx'
import { RosterRows } from './RosterRows.tsx'
import { kindWords, missingWords, rosterFields } from './words.ts'

interface RosterViewProps {
  report: RosterImport
  fileId: string | null
  open: (importId: string, fileId: string) => void
  renew: () => void
}

/** How an import stands: being read, to be told its columns, checked, being written, done, or failed. */
export function RosterView({ report, fileId, open, renew }: RosterViewProps) {
  const { kind, state, fileName, counts, written } = report
  return (
    <div className={classes.report}>
      <p className={classes.file}>
        <strong>{fileName}</strong>
        {`　${report.actorName}，${formatDateTime(report.createdAt)}`}
      </p>
      {state === 'READING' && <p role="status">正在读取，请稍候。可以离开或刷新这个页面。</p>}
      {state === 'MAPPING' && (
        <>
          <Alert
            type="warning"
            showIcon
            title="请指定每一列是什么"
            description="有的列名认不出来，有几列像是同一项（如“单位（原）”和“单位（现）”），或缺少必需的列。在右边选好对应的字段，再重新检查；文件里没有的列，请补上后重新上传。"
          />
          <Mapping report={report} fileId={fileId} open={open} />
        </>
      )}
      {state === 'CHECKED' && <Checked report={report} fileId={fileId} open={open} renew={renew} />}
      {state === 'WRITING' && (
        <div className={classes.progress}>
          <ProgressBar
            label="写入进度"
            value={written}
            max={counts.create || 1}
            text={`已准备 ${written} / ${counts.create}`}
          />
          <p>正在写入：全部成功，或一行也不写。可以离开或刷新这个页面。</p>
        </div>
      )}
      {state === 'DONE' && (
        <>
          <Alert
            type="success"
            showIcon
            title={`导入完成，共写入 ${counts.create} ${kindWords[kind].unit}`}
          />
          {kind === 'STUDENTS' && <InitialPasswords report={report} renew={renew} />}
          {counts.same === null ? <RowsGone label="逐行结果" /> : <RosterRows report={report} />}
        </>
      )}
      {state === 'FAILED' && (
        <Alert
          type="error"
          showIcon
          title={report.problem ?? '没有完成'}
          description="没有写入任何一行。请按提示处理后重新上传。"
          action={<LinkButton to={paths.rosterImportOf(kind)}>重新上传</LinkButton>}
        />
      )}
    </div>
  )
}

function Checked({ report, fileId, open, renew }: RosterViewProps) {
  const [mapping, setMapping] = useState(false)
  return (
    <>
      <RosterDecision report={report} renew={renew}>
        {fileId && (
          <Button aria-expanded={mapping} onClick={() => setMapping(!mapping)}>
            {mapping ? '收起列的对应' : '修改列的对应'}
          </Button>
        )}
      </RosterDecision>
      {mapping && <Mapping report={report} fileId={fileId} open={open} />}
      <RosterRows report={report} />
    </>
  )
}

/** Checks the same file again with other columns, as another import. */
function Mapping({ report, fileId, open }: Omit<RosterViewProps, 'renew'>) {
  const check = useCheckRoster()
  const { kind } = report
  if (!fileId) return <LinkButton to={paths.rosterImportOf(kind)}>重新上传</LinkButton>
  const again = (mapping: RosterMapping) => {
    const importId = uuid()
    check.mutate({ importId, kind, fileId, mapping }, { onSuccess: () => open(importId, fileId) })
  }
  return (
    <MappingForm
      report={report}
      fields={rosterFields(kind)}
      missing={(mapping) => missingWords(kind, mapping)}
      busy={check.isPending}
      error={check.error}
      onCheck={again}
    />
  )
}
