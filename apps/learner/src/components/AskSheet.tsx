import { useRefocus } from '@ce/client/components/refocus.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Sheet } from '@ce/ui/Sheet.tsx'
import { useState } from 'react'

interface AskSheetProps {
  words: { title: string; text: string; ok: string; cancel: string }
  /** it takes something away */
  danger?: boolean
  /** what is done; a refusal has been shown by the time it is over */
  onOk: () => Promise<unknown>
  onClose: () => void
}

/** A question before something is done; it stays until that is over. */
export function AskSheet({ words, danger = false, onOk, onClose }: AskSheetProps) {
  useRefocus()
  const [busy, setBusy] = useState(false)
  const go = async () => {
    setBusy(true)
    await onOk().finally(onClose)
  }
  return (
    <Sheet
      open
      title={words.title}
      onClose={() => !busy && onClose()}
      actions={
        <>
          <Button kind="quiet" disabled={busy} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={go}>
            {words.ok}
          </Button>
        </>
      }
    >
      {words.text}
    </Sheet>
  )
}
