import { decodeBase64, saveFile } from '@ce/client/save-as.ts'
import { type FinanceExport, useExportFinanceList } from '@ce/client/staff/finance.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Button } from 'antd'

interface ExportButtonProps {
  what: FinanceExport['what']
  text: string
  filter: Omit<FinanceExport, 'what'>
}

/** Exports the filtered list; for refunds it exports their orders. The export is audited. */
export function FinanceExportButton({ what, text, filter }: ExportButtonProps) {
  const mayExport = usePermission('finance.export')
  const run = useExportFinanceList()
  if (!mayExport) return null
  const save = async () => {
    const { name, mime, content, exported, leftOut } = await run.mutateAsync({ what, ...filter })
    saveFile(new Blob([decodeBase64(content)], { type: mime }), name)
    showNotice({
      kind: 'success',
      title: `已导出 ${exported} 行`,
      text: leftOut > 0 ? `还有 ${leftOut} 行没有导出，请缩小范围再导出一次。` : '',
    })
  }
  return (
    <Button loading={run.isPending} onClick={() => void save().catch(() => undefined)}>
      {text}
    </Button>
  )
}
