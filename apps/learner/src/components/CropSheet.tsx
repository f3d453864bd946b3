import type { CropProps } from '@ce/client/components/crop/use-crop.tsx'
import { useCrop } from '@ce/client/components/crop/use-crop.tsx'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'

export function CropSheet({ file, use, size, onCut, onClose }: CropProps) {
  const { title, stage, cut } = useCrop(file, use, size, onCut)
  return (
    <Dialog
      open
      form
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            取消
          </Button>
          <Button onClick={() => void cut()}>用选取的部分</Button>
        </>
      }
    >
      {stage}
    </Dialog>
  )
}
