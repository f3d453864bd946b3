import { callFailureText } from '@ce/client/form-refusal.ts'
import { decodeBase64, saveFile } from '@ce/client/save-as.ts'
import { useExportInvoices } from '@ce/client/staff/invoice.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Button } from 'antd'
import { SelectionBar } from '../../kit/list/Selection.tsx'
import { invoiceExportResultText } from './labels.ts'

const most = 500
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function InvoiceExportBar({ ids, onClear }: { ids: readonly string[]; onClear: () => void }) {
  const send = useExportInvoices()
  const save = () =>
    send.mutate(
      { ids: [...ids] },
      {
        onSuccess: ({ name, content, count, ...counts }) => {
          saveFile(new Blob([decodeBase64(content)], { type: xlsx }), name)
          showNotice({ kind: 'success', title: `已导出 ${count} 张`, text: invoiceExportResultText(counts) })
          onClear()
        },
        onError: (error) => showNotice({ kind: 'error', title: '没有导出成功', text: callFailureText(error) }),
      },
    )
  return (
    <SelectionBar count={ids.length} unit="张" most={most} onClear={onClear}>
      {(tooMany) => (
        <Button type="primary" loading={send.isPending} disabled={tooMany} onClick={save}>
          导出所选（Excel）
        </Button>
      )}
    </SelectionBar>
  )
}
