import { formatDateTime } from '@ce/client/format.ts'
import { Alert } from '@ce/ui/Alert.tsx'

/** Says of what is shown without a network since when this device has it; nothing of what has just come. */
export function KeptNote({ of: { keptAt } }: { of: { keptAt: number | null } }) {
  if (keptAt === null) return null
  return (
    <Alert kind="warning" title="离线">
      显示的是本机于 {formatDateTime(keptAt)} 保存的内容，是否有效以扫码核验的结果为准。
    </Alert>
  )
}
