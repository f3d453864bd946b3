import { Tabs } from 'antd'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { Appeals } from './Appeals.tsx'
import { Board } from './Board.tsx'
import { Decisions } from './Decisions.tsx'
import { ExtraTimes } from './ExtraTimes.tsx'
import { Regrades } from './Regrades.tsx'
import { Rehearsals } from './Rehearsals.tsx'

const tabs = [
  { key: 'board', label: '考场', children: <Board /> },
  { key: 'decisions', label: '处置复核', children: <Decisions /> },
  { key: 'regrades', label: '重新评分', children: <Regrades /> },
  { key: 'appeals', label: '申诉', children: <Appeals /> },
  { key: 'extra', label: '加时', children: <ExtraTimes /> },
  { key: 'rehearsals', label: '考前自检', children: <Rehearsals /> },
]

/** 考场: who is sitting an exam, what was decided about it, appeals, extra time, rehearsals. The tab stands in the URL. */
export function ExamDeskPage() {
  const { get, restart } = useUrlFilters()
  const tab = get('tab') ?? 'board'
  const open = (key: string) => {
    restart({ tab: key })
  }
  return (
    <>
      <PageHeader title="考场">
        正在进行和已结束的考试。延时、作废、重置由一人申请，另一人复核后生效。
      </PageHeader>
      <Tabs
        activeKey={tabs.some(({ key }) => key === tab) ? tab : 'board'}
        items={tabs}
        onChange={open}
        destroyOnHidden
      />
    </>
  )
}
