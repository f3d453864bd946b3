import { Loaded } from '@ce/client/components/Loaded.tsx'
import { importItemQuery } from '@ce/client/staff/poster_import.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import { PendingUploads } from '../../components/upload/pending-uploads.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { ImportItemEditor } from './ImportItemEditor.tsx'
import { useItemSteps } from './steps.ts'

/** One item of an import that waits, to be mended before it is made. */
export function ImportItemPage() {
  const { id = '', no: given = '' } = useParams()
  const steps = useItemSteps(id, given)
  const [round, setRound] = useState(0)
  const query = useQuery(importItemQuery(id, steps.no))
  if (!query.data)
    return (
      <>
        <PageHeader
          title="修改待导入的内容"
          actions={<BackLink to={paths.posterImported(id)}>返回列表</BackLink>}
        />
        <Loaded query={query}>{() => null}</Loaded>
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
