import { bytesOf, saveAs } from '@ce/client/save-as.ts'
import { type FinanceExport, useExportMoney } from '@ce/client/staff/finance.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Button } from 'antd'

interface ExportButtonProps {
  what: FinanceExport['what']
  text: string
  /** of the list beside it */
  filter: Omit<FinanceExport, 'what'>
}

/** Saves what the list shows – of refunds, those of its orders – as a workbook; the log keeps that it left. */
export function ExportButton({ what, text, filter }: ExportButtonProps) {
  const mayExport = usePermission('finance.export')
  const run = useExportMoney()
  if (!mayExport) return null
  const save = async () => {
    const { name, mime, content, exported, leftOut } = await run.mutateAsync({ what, ...filter })
    saveAs(new Blob([bytesOf(content)], { type: mime }), name)
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
