import { type CropProps, useCrop } from '@ce/client/components/crop/use-crop.tsx'
import { Dialog } from './Dialog.tsx'

export function CropDialog({ file, use, size, onCut, onClose }: CropProps) {
  const { title, stage, cut } = useCrop(file, use, size, onCut)
  return (
    <Dialog
      open
      title={title}
      okText="用选取的部分"
      cancelText="取消"
      mask={{ closable: false }}
      onOk={() => void cut()}
      onClose={onClose}
    >
      {stage}
    </Dialog>
  )
}
