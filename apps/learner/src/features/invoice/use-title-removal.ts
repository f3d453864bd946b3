import { keepFocusNear } from '@ce/client/components/refocus.ts'
import { type SavedTitle, useRemoveTitle } from '@ce/client/invoice.ts'
import { showNotice } from '@ce/ui/notices.ts'

/** Forgets a kept title, and says so: its row goes. */
export function useTitleRemoval({ id, title }: SavedTitle) {
  const remove = useRemoveTitle()
  const forget = async () => {
    await remove.mutateAsync({ id })
    showNotice({ kind: 'success', title: `已删除抬头：${title}` })
  }
  return { busy: remove.isPending, onRemove: () => void keepFocusNear(forget()) }
}
