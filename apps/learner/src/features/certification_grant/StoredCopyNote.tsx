import { formatDateTime } from '@ce/client/format.ts'
import { Alert } from '@ce/ui/Alert.tsx'

/** Warns that the data shown offline is a copy stored on this device. */
export function StoredCopyNote({ of: { keptAt } }: { of: { keptAt: number | null } }) {
  if (keptAt === null) return null
  return (
    <Alert kind="warning" title="离线">
      显示的是本机于 {formatDateTime(keptAt)} 保存的内容，是否有效以扫码核验的结果为准。
    </Alert>
  )
}
