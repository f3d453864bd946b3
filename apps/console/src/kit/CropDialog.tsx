import { type CropProps, useCrop } from '@ce/client/components/crop/use-crop.tsx'
import { Modal } from 'antd'

/** Where a part of a picture is cut out, on the pages that stand on antd. */
export function CropDialog({ file, use, size, onCut, onClose }: CropProps) {
  const { title, stage, cut } = useCrop(file, use, size, onCut)
  return (
    <Modal
      open
      title={title}
      okText="用选取的部分"
      cancelText="取消"
      mask={{ closable: false }}
      onOk={() => void cut()}
      onCancel={onClose}
    >
      {stage}
    </Modal>
  )
}
