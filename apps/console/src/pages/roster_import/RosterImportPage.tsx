import { Loaded } from '@ce/client/components/Loaded.tsx'
import { type RosterKind, rosterImportQuery } from '@ce/client/staff/roster_import.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import classes from '../../components/import/Import.module.css'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { RosterGuide } from './RosterGuide.tsx'
import { RosterView } from './RosterView.tsx'
import { StartRoster } from './StartRoster.tsx'
import { kindWords } from './words.ts'

/** 导入学员, 导入公需学时: a file, what would happen row by row, then what can be written. */
export function RosterImportPage() {
  const [params, setParams] = useSearchParams()
  const kind: RosterKind = params.get('kind') === 'HOURS' ? 'HOURS' : 'STUDENTS'
  const importId = params.get('import')
  const open = (id: string, file: string) => setParams({ kind, import: id, file })
  return (
    <>
      <PageHeader
        title={kindWords[kind].title}
        actions={
          importId ? (
            <>
              <LinkButton to={paths.rosterImports()}>导入记录</LinkButton>
              <Button onClick={() => setParams({ kind })}>导入另一个文件</Button>
            </>
          ) : (
            <>
              <BackLink to={paths.students()}>返回学员列表</BackLink>
              <LinkButton to={paths.rosterImports()}>导入记录</LinkButton>
            </>
          )
        }
      >
        先预览、逐行看结果，确认之后写入；有错误的行退回给您修改。
      </PageHeader>
      {importId ? (
        <Checked key={importId} importId={importId} fileId={params.get('file')} open={open} />
      ) : (
        <div className={classes.columns}>
          <StartRoster key={kind} kind={kind} onChecking={open} />
          <RosterGuide kind={kind} />
        </div>
      )}
    </>
  )
}

interface CheckedProps {
  importId: string
  fileId: string | null
  open: (importId: string, fileId: string) => void
}

function Checked({ importId, fileId, open }: CheckedProps) {
  const query = useQuery(rosterImportQuery(importId))
  return (
    <Loaded query={query}>
      {(report) => (
        <RosterView
          report={report}
          fileId={fileId}
          open={open}
          renew={() => void query.refetch()}
        />
      )}
    </Loaded>
  )
}
