import type { TableReport } from '@ce/client/import-calls.ts'
import type { ImportRowView } from '@ce/contract/import-fields'

type Stand = Pick<TableReport<string>, 'state' | 'counts'>

export function importRowViewsOf({ state, counts }: Stand): readonly ImportRowView[] {
  const over = state === 'DONE'
  const left: ImportRowView[] = over && counts.CREATE > 0 ? ['CREATE'] : []
  return [over ? 'WRITTEN' : 'CREATE', ...left, 'CHANGED', 'DOUBT', 'REFUSE', 'SAME']
}

/** The report opens on refused rows; if there are none, on doubtful ones. */
export function defaultRowView(report: Stand): ImportRowView {
  const urgent = ['REFUSE', 'DOUBT', 'CHANGED', 'CREATE', 'WRITTEN', 'SAME'] as const
  const offered = importRowViewsOf(report)
  const filled = urgent.find((show) => offered.includes(show) && report.counts[show] > 0)
  return filled ?? offered[0] ?? 'CREATE'
}

export function importRowViewLabels(show: ImportRowView, state: Stand['state']): string {
  if (show === 'CREATE') return state === 'DONE' ? '没有写入' : '可导入'
  return words[show]
}

const words: Readonly<Record<Exclude<ImportRowView, 'CREATE'>, string>> = {
  WRITTEN: '已写入',
  CHANGED: '有改动',
  DOUBT: '有疑问',
  REFUSE: '有错误',
  SAME: '无变化',
}
