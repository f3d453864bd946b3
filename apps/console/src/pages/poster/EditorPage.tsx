import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { focusPageTitle } from '@ce/client/components/PageFocus.tsx'
import { posterQuery } from '@ce/client/staff/poster.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { categoryById } from '@ce/contract/categories'
import { parseDecimal } from '@ce/contract/decimal'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { emptyPosterContent } from './content.ts'
import { PosterEditor } from './PosterEditor.tsx'

/** The same editor stays open after the first save gives the item an id. */
export function EditorPage() {
  const { id = '' } = useParams()
  const location = useLocation()
  const fresh = id === 'new'
  const editor = bornIn(location.state) ?? (fresh ? `new-${location.key}` : id)
  return <Desk key={editor} id={fresh ? null : id} editor={editor} />
}

/** Returns the id of the editor that created the item, from the history entry. */
function bornIn(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('bornIn' in state)) return null
  return typeof state.bornIn === 'string' ? state.bornIn : null
}

function Desk({ id, editor }: { id: string | null; editor: string }) {
  const query = useQuery({ ...posterQuery(id ?? ''), enabled: id !== null })
  const [params] = useSearchParams()
  const mayEdit = usePermission('poster.edit')
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (round > 0) focusPageTitle()
  }, [round])
  const head = id === null ? null : query.data
  const categoryId = head?.categoryId ?? categoryById(parseDecimal(params.get('category')))?.id
  if (head === undefined)
    return (
      <>
        <PageHeader title="内容" actions={<LinkButton to={paths.posters()}>返回内容列表</LinkButton>} />
        <QueryContent query={query}>{() => null}</QueryContent>
      </>
    )
  if (categoryId === undefined || (!head && !mayEdit)) return <NoCategory mayEdit={mayEdit} />
  return (
    <PosterEditor
      key={round}
      head={head}
      categoryId={categoryId}
      content={head?.content ?? emptyPosterContent}
      editor={editor}
      renew={async () => (await query.refetch()).data}
      restart={() => setRound((count) => count + 1)}
    />
  )
}

function NoCategory({ mayEdit }: { mayEdit: boolean }) {
  return (
    <>
      <h1 className="visually-hidden">新建内容</h1>
      <EmptyState
        title={mayEdit ? '请先选择栏目' : '您的角色不能新建内容'}
        action={<LinkButton to={paths.posters()}>返回内容列表</LinkButton>}
      >
        {mayEdit ? '在内容列表点“新建内容”，选定栏目后开始编写。' : '如有需要，请联系超级管理员。'}
      </EmptyState>
    </>
  )
}
