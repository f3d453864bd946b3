import { formatDateTime } from '@ce/client/format.ts'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import type { PosterDraft } from './draft.ts'

const clock = (at: number) => formatDateTime(at).slice(11)

/** Screen readers announce each change of the save state. */
export function SaveStateIndicator({ draft }: { draft: PosterDraft }) {
  const { kind, words } = stateOf(draft)
  return (
    <span role="status" className="figures">
      {words && <StatusMark kind={kind}>{words}</StatusMark>}
    </span>
  )
}

function stateOf(draft: PosterDraft): { kind: StatusKind; words: string } {
  const kept = draft.keptAt ? `，${clock(draft.keptAt)} 暂存在本机` : ''
  switch (draft.phase) {
    case 'saving':
      return { kind: 'doing', words: '保存中…' }
    case 'dirty':
      return { kind: 'warning', words: `未保存${kept}` }
    case 'failed':
      return { kind: 'error', words: `保存没有成功${kept}` }
    case 'behind':
    case 'stale':
      return { kind: 'error', words: '他人已修改' }
    default:
      return { kind: 'done', words: draft.savedAt ? `已保存 ${clock(draft.savedAt)}` : '' }
  }
}
