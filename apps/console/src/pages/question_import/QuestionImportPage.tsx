import { Loaded } from '@ce/client/components/Loaded.tsx'
import { questionImportQuery } from '@ce/client/staff/question_import.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import classes from '../../components/import/Import.module.css'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { Guide } from './Guide.tsx'
import { ImportView } from './ImportView.tsx'
import { StartImport } from './StartImport.tsx'
import { useImportAddress } from './use-import-address.ts'

/** 导入试题: choose a course and a file, read question by question what would happen, then let it happen. */
export function QuestionImportPage() {
  const { importId, fileId, open } = useImportAddress()
  const [params, setParams] = useSearchParams()
  return (
    <>
      <PageHeader
        title="导入试题"
        actions={
          <>
            {!importId && <BackLink to={paths.questions()}>返回题库</BackLink>}
            <LinkButton to={paths.questionImports()}>导入记录</LinkButton>
            {importId && <Button onClick={() => setParams({})}>导入另一个文件</Button>}
          </>
        }
      >
        先预览、逐题看结果，确认之后才写入题库。
      </PageHeader>
      {importId ? (
        <Checked key={importId} importId={importId} fileId={fileId} />
      ) : (
        <div className={classes.columns}>
          <StartImport preset={params.get('course')} onChecking={open} />
          <Guide />
        </div>
      )}
    </>
  )
}

function Checked({ importId, fileId }: { importId: string; fileId: string | null }) {
  const query = useQuery(questionImportQuery(importId))
  return (
    <Loaded query={query}>
      {(report) => (
        <ImportView report={report} fileId={fileId} renew={() => void query.refetch()} />
      )}
    </Loaded>
  )
}
