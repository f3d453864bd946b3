import { CallOffline, CallRefused } from '@ce/client/call.ts'
import { saveFile } from '@ce/client/save-as.ts'
import { type AuditFilter, auditExportLimit, loadFilteredAudit } from '@ce/client/staff/audit.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import classes from './AuditPage.module.css'
import { toAuditCsv } from './audit-csv.ts'

export function AuditExport({ filter, total }: { filter: AuditFilter; total: number }) {
  const [read, setRead] = useState<number | null>(null)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const run = async () => {
    const control = new AbortController()
    stop.current = control
    setRead(0)
    try {
      const entries = await loadFilteredAudit(filter, control.signal, setRead)
      saveFile(new Blob([toAuditCsv(entries)], { type: 'text/csv;charset=utf-8' }), '操作日志.csv')
      const cut = entries.length >= auditExportLimit ? `只含最新的 ${auditExportLimit} 条，请缩小日期范围。` : ''
      showNotice({ kind: 'success', title: `已导出 ${entries.length} 条`, text: cut })
    } catch (error) {
      if (!control.signal.aborted) sayWhy(error)
    } finally {
      setRead(null)
    }
  }

  const running = read !== null
  const most = Math.min(total, auditExportLimit)
  return (
    <>
      <span role="status" className={running ? undefined : 'visually-hidden'}>
        {running ? `正在导出 ${read} / ${most} 条` : ''}
      </span>
      {running ? (
        <Button onClick={() => stop.current?.abort()}>取消导出</Button>
      ) : (
        <Button className={classes.export} disabled={total === 0} onClick={run}>
          导出所查结果（CSV）
        </Button>
      )}
    </>
  )
}

function sayWhy(error: unknown): void {
  const text = error instanceof CallRefused || error instanceof CallOffline ? error.message : ''
  showNotice({ kind: 'error', title: '没有导出成功', text })
}
