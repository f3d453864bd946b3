import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { posterImportItemQuery } from '@ce/client/staff/poster_import.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { PendingUploads } from '../../components/upload/pending-uploads.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { ImportItemEditor } from './ImportItemEditor.tsx'
import { useImportItemSteps } from './steps.ts'

/** Edits an item of an import before the item is created. */
export function ImportItemPage() {
  const { id = '', no: given = '' } = useParams()
  const steps = useImportItemSteps(id, given)
  const [round, setRound] = useState(0)
  const query = useQuery(posterImportItemQuery(id, steps.no))
  if (!query.data)
    return (
      <>
        <PageHeader title="修改待导入的内容" actions={<Link to={steps.list}>返回列表</Link>} />
        <QueryContent query={query}>{() => null}</QueryContent>
      </>
    )
  return (
    <PendingUploads key={`${steps.no} ${round}`}>
      <ImportItemEditor
        importId={id}
        item={query.data}
        steps={steps}
        renew={async () => {
          await query.refetch()
          setRound((count) => count + 1)
        }}
      />
    </PendingUploads>
  )
}
