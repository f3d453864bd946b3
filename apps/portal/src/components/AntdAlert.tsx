import type { KitAlertProps } from '@ce/frame/student/kit.tsx'
import { Alert } from 'antd'

/** The study and exam pages' alerts, as the desktop draws them. */
export function AntdAlert({ kind, title, children, onClose, inRegion }: KitAlertProps) {
  return (
    <Alert
      type={kind}
      showIcon
      title={title}
      description={children}
      // antd's own is `alert`
      {...(inRegion && { role: undefined })}
      {...(onClose && { closable: { 'aria-label': '知道了', onClose } })}
    />
  )
}
