import { failureWords } from '@ce/client/form-refusal.ts'
import { bytesOf, saveAs } from '@ce/client/save-as.ts'
import { useExportInvoices } from '@ce/client/staff/invoice.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Button } from 'antd'
import classes from './Invoice.module.css'
import { exportedWords } from './words.ts'

/** as the contract has it: so many at once */
const most = 500
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Saves the chosen applications as a workbook; those that waited are being issued from then on. */
export function ExportBar({ ids, onClear }: { ids: readonly string[]; onClear: () => void }) {
  const send = useExportInvoices()
  const save = () =>
    send.mutate(
      { ids: [...ids] },
      {
        onSuccess: ({ name, content, count, ...counts }) => {
          saveAs(new Blob([bytesOf(content)], { type: xlsx }), name)
          showNotice({ kind: 'success', title: `已导出 ${count} 张`, text: exportedWords(counts) })
          onClear()
        },
        onError: (error) =>
          showNotice({ kind: 'error', title: '没有导出成功', text: failureWords(error) }),
      },
    )
  return (
    <section className={classes.batch} aria-label="批量操作">
      <span role="status">
        已选 {ids.length} 张{ids.length > most && `，一次最多 ${most} 张`}
      </span>
      <Button type="primary" loading={send.isPending} disabled={ids.length > most} onClick={save}>
        导出所选（Excel）
      </Button>
      <Button type="text" onClick={onClear}>
        取消选择
      </Button>
    </section>
  )
}
